"""Wheels as a project ships them: repaired by auditwheel, installed without a compiler and without LLVM.

    shipping.py FOLDER

FOLDER/runtime has the wheel of offcy-runtime. Two packages are built for the virtual device, with the limited API, and repaired as
auditwheel does it by default. Each Debian runs them with its own Python in a chroot, in both orders: without the runtime on the host,
and with it on the device. Needs root.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from builds import Place
from check import ROOT, run, wheel_of

SUITES = ("bookworm", "trixie")
CHROOT = shutil.which("chroot", path=f"{os.environ['PATH']}:/usr/sbin")
SOURCE = """
from cython.parallel import prange


def scaled(double[::1] x, double by):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={{}}):
        x[i] = x[i] * by


def total(double[::1] x):
    cdef Py_ssize_t i
    cdef double sum = 0
    for i in prange(x.shape[0], nogil=True):
        sum += x[i]
    return sum


name = "{name}"
"""
PROJECT = """
[build-system]
requires = ["setuptools", "offcy"]
build-backend = "setuptools.build_meta"

[project]
name = "{name}"
version = "1.0"

[tool.setuptools]
packages = ["{name}"]

[tool.offcy]
offload-arch = ["x86_64"]
"""
SETUP = """
from setuptools import Extension, setup

setup(
    ext_modules=[Extension("{name}.kernels", ["{name}/kernels.pyx"], py_limited_api=True)],
    options={{"bdist_wheel": {{"py_limited_api": "cp311"}}}},
)
"""
USE = """
import array, sys

for name in sys.argv[1:]:
    __import__(name + ".kernels")
for name in sys.argv[1:]:
    kernels = sys.modules[name + ".kernels"]
    x = array.array("d", range(5000))
    kernels.scaled(x, 2.0)
    assert x.tolist() == [2.0 * k for k in range(5000)] and kernels.total(x) == 5000 * 4999.0 and kernels.name == name
maps = open("/proc/self/maps").read()
print("offload runtime:", *sorted({line.split()[-1] for line in maps.splitlines() if "libomptarget" in line}))
"""
ORDERS = ("first", "second"), ("second", "first")


def write_project(folder, name):
    (folder / name).mkdir(parents=True)
    (folder / name / "__init__.py").touch()
    (folder / name / "kernels.pyx").write_text(SOURCE.format(name=name))
    (folder / "pyproject.toml").write_text(PROJECT.format(name=name))
    (folder / "setup.py").write_text(SETUP.format(name=name))


def repaired(folder, name, wheel):
    """A package's wheel, as it is put on an index."""
    write_project(folder / name / "source", name)
    place = Place(folder / name / "place", wheel, project=folder / name / "source")
    place.pip(place.python, "wheel", "--no-deps", "-w", folder / name / "built", place.project)
    (built,) = (folder / name / "built").glob(f"{name}-*.whl")
    run("auditwheel", "repair", "-w", folder / name / "repaired", built)
    (made,) = (folder / name / "repaired").glob("*.whl")
    assert "-cp311-abi3-manylinux_" in made.name, made.name
    return made


def chroot(folder, suite):
    root = folder / suite
    if not (root / "usr" / "bin" / "python3").exists():
        shutil.rmtree(root, ignore_errors=True)
        run("debootstrap", "--variant=minbase", "--include=python3,python3-venv", suite, root)
    return root


def inside(root, *command, **variables):
    environment = {"PATH": "/usr/bin:/bin", "HOME": "/root", "OFFCY_TRACE": "1", **variables}
    return subprocess.run([CHROOT, root, *command], env=environment, capture_output=True, text=True, timeout=300)


def check_system(root, wheels, runtime):
    work = root / "shipped"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    for wheel in (*wheels, runtime):
        shutil.copy(wheel, work)
    (work / "use.py").write_text(USE)

    def install(*names):
        done = inside(root, "/shipped/venv/bin/pip", "install", "--quiet", "--no-index", *[f"/shipped/{path.name}" for path in names])
        assert done.returncode == 0, done.stderr

    def use(where, order, **variables):
        done = inside(root, "/shipped/venv/bin/python", "/shipped/use.py", *order, **variables)
        assert done.returncode == 0, done.stderr
        assert [line.split(" region on ")[1].startswith(where) for line in done.stderr.splitlines()] == [True, True], done.stderr
        return done.stdout

    assert inside(root, "python3", "-m", "venv", "/shipped/venv").returncode == 0
    install(*wheels)
    for order in ORDERS:
        assert use("the host (libomptarget", order) == "offload runtime:\n"
    refused = inside(root, "/shipped/venv/bin/python", "/shipped/use.py", "first", OMP_TARGET_OFFLOAD="MANDATORY")
    assert refused.returncode == 1 and "Install the package offcy-runtime" in refused.stderr, refused.stderr
    install(runtime)
    for order in ORDERS:
        for variables in {}, {"OMP_TARGET_OFFLOAD": "MANDATORY"}:
            (path,) = use("device 0", order, **variables).split()[2:]
            assert path.startswith("/shipped/venv/") and "/offcy_runtime/lib/" in path, path
    done = inside(root, "/shipped/venv/bin/pip", "check")
    assert done.returncode == 0, done.stdout


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    (runtime,) = (folder / "runtime").glob("offcy_runtime-*.whl")
    assert runtime.stat().st_size < 60e6, runtime
    for name in ("first", "second", "wheel"):
        shutil.rmtree(folder / name, ignore_errors=True)
    (folder / "wheel").mkdir(parents=True)
    offcy = wheel_of(ROOT, folder / "wheel")
    wheels = [repaired(folder, name, offcy) for name in ("first", "second")]
    for suite in SUITES:
        start = time.monotonic()
        root = chroot(folder, suite)
        run("mount", "-t", "proc", "proc", root / "proc")
        try:
            check_system(root, wheels, runtime)
        finally:
            run("umount", root / "proc")
        print(f"{suite}: ok, {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    if os.geteuid() != 0:
        sys.exit("shipping.py needs root, for chroot")
    main()
