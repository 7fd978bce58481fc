"""What the import of a module costs beside Cython's, and its first loop: a fresh process for each run, all in turn.

    imports.py OFFCY [--repeats N] [--arch sm_90] [--output FILE]

The module has a plain loop and a region. It is built by Cython (with clang, without its own threads), for the host alone, and for
devices. In milliseconds: `import` of it, its first call of the plain loop and of the region on 1,000 elements; in MB, what the import
adds to the process. NumPy is loaded before. All runs are kept in FILE (JSON).
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile

import compile as compiling

SOURCE = """from cython.parallel cimport parallel, prange


def plain(double[:] x, double[:] y, double a):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):
        y[i] += a * x[i]


def region(double[:] x, double[:] y, double a):
    cdef Py_ssize_t i
    with nogil, parallel({clause}):
        for i in prange(x.shape[0]):
            y[i] += a * x[i]
"""

RUN = """
import json, sys, time
import numpy as np
x, y = np.ones(1000), np.ones(1000)
def pages():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 / 1e6
def timed(call):
    start = time.perf_counter()
    result = call()
    return 1e3 * (time.perf_counter() - start), result
before = pages()
seconds, module = timed(lambda: __import__("module"))
found = {"import": seconds, "memory": pages() - before}
found["plain"], _ = timed(lambda: module.plain(x, y, 2.0))
found["region"], _ = timed(lambda: module.region(x, y, 2.0))
assert (y == 5.0).all()
print(json.dumps(found))
"""


def built(folder, name, offcy, arch):
    inside = folder / name
    inside.mkdir()
    source = inside / "module.pyx"
    source.write_text(SOURCE.format(clause="" if name == "cython" else "device={}"))
    if name == "cython":
        subprocess.run([sys.executable, "-m", "cython", "-3", source], check=True)
        subprocess.run(compiling.clang(source.with_suffix(".c"), inside / f"module{compiling.SUFFIX}"), check=True)
    else:
        subprocess.run([offcy, "compile", *(["--offload-arch", arch] if arch else []), source], check=True, stdout=subprocess.DEVNULL)
    return inside


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("offcy", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--arch", action="append", default=[], help="another device to build for")
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    kinds = {"cython": None, "host": None} | {f"devices ({arch})": arch for arch in ["x86_64", *options.arch]}
    runs = {name: [] for name in kinds}
    with tempfile.TemporaryDirectory() as folder:
        folders = {name: built(pathlib.Path(folder), name, options.offcy, arch) for name, arch in kinds.items()}
        for _ in range(options.repeats + 1):
            for name, inside in folders.items():
                done = subprocess.run([sys.executable, "-c", RUN], cwd=inside, check=True, capture_output=True, text=True, env={**os.environ, "TMPDIR": folder})
                runs[name].append(json.loads(done.stdout))
    medians = {name: {what: statistics.median(run[what] for run in own[1:]) for what in own[0]} for name, own in runs.items()}
    for name, own in medians.items():
        print(f"{name:20}" + "".join(f"  {what} {value:7.2f}" for what, value in own.items()))
    if options.output:
        about = {"date": datetime.date.today().isoformat(), "machine": platform.machine(), "cores": os.cpu_count(), "python": platform.python_version()}
        options.output.write_text(json.dumps({"about": about, "medians": medians, "runs": runs}, indent=1) + "\n")


if __name__ == "__main__":
    main()
