"""Modules of offcy beside packages that bring an OpenMP runtime of their own, in one process, with the default environment.

    openmp.py OFFCY [--cache DIR] [PACKAGE...]

One module is built for the host, by clang and by gcc, and for the virtual device. For each package, order of import and build, a process of its own lets package and
module compute in turn, also in two threads at once; forks, by multiprocessing, with runtimes that have worked; and has threadpoolctl show and
limit the module's threads. Each must end in time with right results. A row says which OpenMP runtimes were in the process. No part of the
ordinary tests: it takes some minutes, and fetches gigabytes the first time, most of them for PyTorch.
"""

import argparse
import os
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from run import HERE, quietly

SECONDS = 180
WHEELS = ("numpy", "threadpoolctl", "scikit-learn", "numba", "mkl", "mkl-service", "torch")
# What each computes, with its threads, and what it must be.
PACKAGES = {
    "torch": """
import torch
def work():
    a = torch.ones(400, 400)
    assert float((a @ a).sum()) == 400.0**3 and float(torch.ones(2_000_000).add(1).sum()) == 4_000_000.0
""",
    "scikit-learn": """
import numpy, sklearn.cluster
points = numpy.repeat([[0.0, 0.0], [9.0, 9.0]], 3000, axis=0)
def work():
    found = sklearn.cluster.KMeans(2, n_init=1, random_state=0).fit(points)
    assert sorted(found.cluster_centers_[:, 0].round(6).tolist()) == [0.0, 9.0]
""",
    "numba": """
import numba, numpy
numba.config.THREADING_LAYER = "omp"
@numba.njit(parallel=True)
def total(x):
    s = 0.0
    for i in numba.prange(x.shape[0]):
        s += x[i]
    return s
ones = numpy.ones(1_000_000)
def work():
    assert total(ones) == 1_000_000.0 and numba.threading_layer() == "omp"
""",
    "mkl": """
import ctypes, mkl
blas, size = ctypes.CDLL("libmkl_rt.so.%d" % (3 if mkl.get_version()["MajorVersion"] > 2025 else 2)), 500
square, result = (ctypes.c_double * size**2)(*[1.0] * size**2), (ctypes.c_double * size**2)()
def work():
    one, zero = ctypes.c_double(1), ctypes.c_double(0)
    blas.cblas_dgemm(101, 111, 111, size, size, size, one, square, size, square, size, zero, result, size)
    assert set(result) == {float(size)}
""",
}
MODULE = """
from cython.parallel cimport prange, threadid

def total(double[::1] x):
    cdef Py_ssize_t i
    cdef double s = 0
    for i in prange(x.shape[0], nogil=True):
        s += x[i]
    return s

def threads(long[::1] seen):
    cdef Py_ssize_t i
    for i in prange(10000, nogil=True, schedule="static"):
        seen[threadid()] = 1

def scaled(double[::1] x, double by):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] * by
"""
# argv: the order. The module is `beside`, what it does `offcy_work`.
PROBE = """
import multiprocessing, os, sys, threading

def fork(what):
    child = multiprocessing.get_context("fork").Process(target=what)
    child.start()
    child.join(60)
    if child.exitcode is None:
        child.kill()
    assert child.exitcode == 0, f"a forked child: {child.exitcode}"

def use_module():
    global beside, numpy, offcy_work
    import beside, numpy
    x = numpy.arange(100_000.0)
    def offcy_work():
        y = x.copy()
        beside.scaled(y, 2.0)
        assert (y == 2 * x).all() and beside.total(x) == x.sum()

def team():
    seen = numpy.zeros(256, int)
    beside.threads(seen)
    return int(seen.sum())

def use_package():
    exec(PACKAGE, globals())

if IS_GNU:
    use_module()
    fork(offcy_work)
for use in (use_module, use_package) if sys.argv[1] == "offcy first" else (use_package, use_module):
    use()
    for done in ("offcy_work", "work"):
        if done in globals():
            globals()[done]()
for k in range(20):
    work(), offcy_work()

def often(what, failures):
    try:
        for k in range(50):
            what()
    except BaseException as error:
        failures.append(error)

failures = []
both = [threading.Thread(target=often, args=(what, failures)) for what in (work, offcy_work)]
[one.start() for one in both], [one.join() for one in both]
assert not failures, failures

def in_child():
    x = numpy.arange(100_000.0)
    assert beside.total(x) == x.sum()
    try:
        offcy_work()
    except RuntimeError as error:
        assert DEVICE is not None and "its parent has used" in str(error), error
    else:
        assert DEVICE is None

# GNU's runtime works in a child only if the parent has not used it: its own limit, see docs/runtime.md.
if not IS_GNU:
    fork(in_child)
offcy_work(), work()

import offcy
with offcy.trace() as trace:
    offcy_work()
assert [record.device for record in trace.regions] == [DEVICE], trace

import threadpoolctl
cores = len(os.sched_getaffinity(0))
assert team() == cores, (team(), cores)
for limit in 1, 3:
    with threadpoolctl.threadpool_limits(limit):
        offcy_work()
        assert team() == limit, f"{team()} threads of {limit}"
assert team() == cores, (team(), cores)
pools = [pool for pool in threadpoolctl.threadpool_info() if pool["user_api"] == "openmp"]
print(*sorted(os.path.basename(pool["filepath"]) for pool in pools), sep=", ")
"""
BUILDS = {"host": (), "host, gcc": ("--cc", "gcc"), "virtual device": ("--offload-arch", "x86_64")}
ORDERS = ("offcy first", "offcy last")
# Nothing of these: the default environment.
FAMILIES = ("OMP_", "KMP_", "GOMP_", "MKL_", "OPENBLAS_", "OFFCY_", "NUMBA_", "PYTHON", "LD_")


def environment(cache):
    """A Python that has the wheels of all these packages."""
    python = cache / "openmp" / "bin" / "python"
    if not (cache / "openmp" / "complete").exists():
        quietly([sys.executable, "-m", "venv", cache / "openmp"])
        quietly([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *WHEELS])
        (cache / "openmp" / "complete").touch()
    return python


def built(offcy, cache, python):
    """The folders of the module's builds, by their names."""
    work = cache / "built-openmp"
    work.mkdir(parents=True, exist_ok=True)
    (work / "beside.pyx").write_text(MODULE)
    for name, options in BUILDS.items():
        quietly([offcy, "compile", work / "beside.pyx", "--out-dir", work / name, "--python", python, *options])
    return {name: work / name for name in BUILDS}


def tried(python, folder, package, order, build):
    variables = {name: value for name, value in os.environ.items() if not name.startswith(FAMILIES)}
    variables["PYTHONPATH"] = str(HERE.parents[1] / "python")  # the trace says where regions ran
    told = f"PACKAGE, IS_GNU, DEVICE = {PACKAGES[package]!r}, {build == 'host, gcc'}, {0 if build == 'virtual device' else None}"
    command = [python, "-c", f"{told}\n{PROBE}", order]
    try:
        done = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return False, f"did not end in {SECONDS} s"
    if done.returncode == 0:
        return True, done.stdout.strip()
    return False, f"{done.returncode}: {(done.stderr.strip().splitlines() or ['-'])[-1][:200]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("packages", nargs="*", metavar="PACKAGE", help=", ".join(PACKAGES))
    parser.add_argument("--cache", type=pathlib.Path, default=HERE.parents[1] / "target" / "real")
    options = parser.parse_args()
    python = environment(options.cache.resolve())
    folders = built(options.offcy.resolve(), options.cache.resolve(), python)
    failed = False
    for package in options.packages or PACKAGES:
        for order in ORDERS:
            for build, folder in folders.items():
                is_right, words = tried(python, folder, package, order, build)
                failed |= not is_right
                print(f"{package:14}{order:13}{build:16}{'ok' if is_right else 'FAILED':8}{words}", flush=True)
    sys.exit(failed)


if __name__ == "__main__":
    main()
