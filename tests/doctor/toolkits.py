"""Builds for GPUs with the toolkits that Debian has: CUDA 11.8 and 12.4, and ROCm's device libraries of two suites.

    toolkits.py OFFCY

The packages are fetched with apt-get (some 250 MB, from the mirror that this machine uses) and unpacked in a temporary folder:
nothing of the machine itself changes. A module is built for each architecture. `offcy compile` looks at the header of each
image as the offload runtime will; what is built for NVIDIA also runs on the simulated GPU.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

SOURCE = """
from cython.parallel import prange
from libc.math cimport sin

def apply(double[::1] x, double[::1] y):
    cdef Py_ssize_t i
    cdef double total = 0
    for i in prange(x.shape[0], nogil=True, device={}):
        y[i] = sin(x[i]) / (1 + x[i])
        total += y[i]
    return total
"""
PROGRAM = """
import numpy as np, toolkit_module
for n in (0, 1, 1000):
    x, y = np.linspace(0, 1, n), np.zeros(n)
    total = toolkit_module.apply(x, y)
    assert np.allclose(y, np.sin(x) / (1 + x)) and np.isclose(total, y.sum()), (n, total)
"""
# The suite, its component, the package, the variable that names it, the folder inside, what it builds for, what it cannot.
CUDA, ROCM = "CUDA_PATH", "ROCM_PATH"
TOOLKITS = [
    ("bookworm", "non-free", "nvidia-cuda-toolkit", CUDA, "usr", ["sm_75", "sm_80", "sm_90"], ["sm_100"]),
    ("trixie", "non-free", "nvidia-cuda-toolkit", CUDA, "usr", ["sm_75", "sm_80", "sm_90"], ["sm_100"]),
    ("bookworm", "main", "rocm-device-libs", ROCM, "usr/lib/x86_64-linux-gnu", ["gfx90a", "gfx906"], ["gfx942", "gfx1100"]),
    ("trixie", "main", "rocm-device-libs-17", ROCM, "usr/lib/llvm-17/lib/clang/17", ["gfx90a", "gfx942", "gfx1100"], ["gfx1250"]),
]


def mirror():
    """Where this machine has Debian's packages from."""
    lines = subprocess.run(
        ["apt-get", "indextargets", "--format", "$(REPO_URI) $(ORIGIN) $(RELEASE)"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    uris = [line.split()[0] for line in lines if line.split()[1:2] == ["Debian"] and "security" not in line]
    return uris[0]


def unpacked(suite, component, package, folder):
    folder.mkdir()
    (folder / "lists/partial").mkdir(parents=True)
    sources = folder / "sources.list"
    keys = "/usr/share/keyrings/debian-archive-keyring.gpg"
    sources.write_text(f"deb [signed-by={keys}] {mirror()} {suite} {component}\n")
    settings = {
        "Dir::Etc::sourcelist": sources, "Dir::Etc::sourceparts": "/dev/null", "Dir::State::lists": folder / "lists",
        "Dir::Cache::pkgcache": "", "Dir::Cache::srcpkgcache": "", "APT::Sandbox::User": "root",
    }
    apt = ["apt-get", "-qq", *(f"-o{name}={value}" for name, value in settings.items())]
    subprocess.run([*apt, "update"], check=True)
    subprocess.run([*apt, "download", package], check=True, cwd=folder)
    [file] = folder.glob("*.deb")
    subprocess.run(["dpkg", "-x", file, folder / "root"], check=True)
    return folder / "root"


def main():
    offcy = str(pathlib.Path(sys.argv[1]).resolve())
    failed = False
    for suite, component, package, variable, inside, archs, others in TOOLKITS:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            root = unpacked(suite, component, package, folder / "kit") / inside
            (folder / "toolkit_module.pyx").write_text(SOURCE)
            environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), variable: str(root)}

            def run(*command):
                return subprocess.run([offcy, *command], cwd=folder, env=environment, capture_output=True, text=True)

            for arch in archs:
                done = run("compile", "--offload-arch", arch, "toolkit_module.pyx")
                if not done.returncode and variable == CUDA:
                    checks = ["--arch", arch, "--check", "memory,init,race,sync"]
                    done = run("simulate", *checks, "--", sys.executable, "-c", PROGRAM)
                print(f"{package} of {suite}, {arch}: {'ok' if not done.returncode else 'FAILED'}", flush=True)
                if done.returncode:
                    print(done.stdout + done.stderr)
                    failed = True
            for arch in others:
                done = run("compile", "--offload-arch", arch, "toolkit_module.pyx")
                refused = done.returncode and "OFC0812" in done.stderr and f"for {arch}: " in done.stderr
                print(f"{package} of {suite}, {arch}: {'refused by name' if refused else 'FAILED'}", flush=True)
                if not refused:
                    print(done.stdout + done.stderr)
                    failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
