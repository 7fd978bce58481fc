"""Builds in Debian's later suites, with the LLVM that they have: Python's newest, kernels for the newest GPUs.

    suites.py OFFCY [SUITE...]

Each suite is unpacked by debootstrap into a temporary folder (needs root; some 2 GB each, from the mirror that this machine uses), with this
checkout mounted there. A module is built for the host, the virtual device, and each architecture; it runs on the first two, and what
is built for NVIDIA on the simulated GPU. The CUDA compiler is that of the environment of this Python.
"""

import contextlib
import pathlib
import subprocess
import sys
import sysconfig
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from toolkits import PROGRAM, SOURCE, mirror

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMON = ["python3-dev", "python3-numpy"]
# The version of LLVM, the package of ROCm's device libraries, and what they build for.
SUITES = {
    "trixie": ("19", "rocm-device-libs-17", ["sm_90"], ["gfx90a", "gfx942"]),
    "sid": ("21", "rocm-device-libs-21", ["sm_90", "sm_100", "sm_120"], ["gfx942", "gfx1100"]),
}


def packages(llvm):
    names = ["clang", "clang-tools", "lld", "llvm", "libomp", "liboffload"]
    ends = {"libomp": "-dev", "liboffload": "-dev"}
    return [f"{name}-{llvm}{ends.get(name, '')}" for name in names if not (name == "liboffload" and int(llvm) < 20)]


@contextlib.contextmanager
def machine(suite, wanted):
    """Runs commands in a suite; gives the folder there that is shared."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder) / "root"
        command = ["debootstrap", "--variant=minbase", suite, root, mirror()]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        mounted = []
        try:
            for what in (ROOT, pathlib.Path(sys.base_prefix), pathlib.Path("/proc"), pathlib.Path("/dev")):
                place = root / what.relative_to("/")
                place.mkdir(parents=True, exist_ok=True)
                subprocess.run(["mount", "--bind", what, place], check=True)
                mounted.append(place)

            def run(*command):
                environment = {"PATH": "/usr/sbin:/usr/bin", "HOME": "/root", "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
                inside = ["chroot", root, "sh", "-c", 'cd /tmp && exec "$@"', "sh", *command]
                return subprocess.run(list(map(str, inside)), env=environment, capture_output=True, text=True)

            # The mirror may be a snapshot.
            apt = ["apt-get", "-qq", "-y", "-oAcquire::Check-Valid-Until=false"]
            for step in (["update"], ["install", "--no-install-recommends", *wanted]):
                done = run(*apt, *step)
                if done.returncode:
                    raise RuntimeError(done.stdout + done.stderr)
            (root / "tmp/toolkit_module.pyx").write_text(SOURCE)
            yield run
        finally:
            for place in reversed(mounted):
                subprocess.run(["umount", "-l", place], check=True)


def main():
    offcy = pathlib.Path(sys.argv[1]).resolve()
    failed = False
    for suite in sys.argv[2:] or SUITES:
        llvm, rocm, nvidia, amd = SUITES[suite]
        with machine(suite, [*COMMON, rocm, *packages(llvm)]) as run:
            python = ["python3", "-c", PROGRAM]
            steps = [("host", [], python), ("virtual device", ["--offload-arch", "x86_64"], ["env", "OMP_TARGET_OFFLOAD=MANDATORY", *python])]
            for arch in nvidia:
                options = ["--offload-arch", arch, "--site-packages", sysconfig.get_path("purelib")]
                steps.append((arch, options, [offcy, "simulate", "--arch", arch, "--check", "memory,init,race,sync", "--", *python]))
            steps += [(arch, ["--offload-arch", arch], ["true"]) for arch in amd]
            for name, options, program in steps:
                done = run(offcy, "compile", "toolkit_module.pyx", "--python", "/usr/bin/python3", *options)
                if not done.returncode:
                    done = run(*program)
                print(f"LLVM {llvm} of {suite}, {name}: {'ok' if not done.returncode else 'FAILED'}", flush=True)
                if done.returncode:
                    print(done.stdout + done.stderr)
                    failed = True
    return failed


if __name__ == "__main__":
    sys.exit(main())
