"""Kernels beside C written by hand and beside Cython's prange: microseconds per repeat, on the host's cores.

    run.py OFFCY [NAME...] [--runs N] [--threads N] [--march ARCH] [--output FILE]

kernels.pyx, compiled by offcy (also with bounds checks) and, stripped, by Cython, and kernels.c: all by the same
clang with the same flags, on as many threads. Each function loops over its repeats itself, so that what is
measured is the kernel and what it costs to enter it. All are called in turn in one process, in one session; every
run is kept in FILE (JSON). With one thread, what is measured is the processor's time, which other processes
disturb less. Before anything is timed, the results of all must agree.
"""

import argparse
import ctypes
import datetime
import json
import math
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "common"), str(HERE.parent.parent / "tests" / "common")]

from builds import SUFFIX, build_cython, build_offcy, command, load
from cases import agree, by_hand, copied, csr, distances, grid, points_in_square, star, vector

FLAGS = ["-O3", "-ffp-contract=off", "-fno-math-errno", "-fopenmp", "-shared", "-fPIC"]
UNCHECKED = ["boundscheck=False", "wraparound=False", "cdivision=True"]
CHECKED = ["boundscheck=True", "wraparound=False", "cdivision=True"]
TARGET = 0.02  # seconds that one run should take


# Of each kernel: its arguments but the repeats, and the sizes that the C takes first.
def kernels():
    n = 1 << 16
    values, columns, starts, x = csr(20_000, 20)
    return {
        "triad": ([np.zeros(n), vector(1, n), vector(2, n), 0.4], [n]),
        "axpy": ([np.zeros(n), vector(1, n), 1e-3], [n]),
        "dot": ([vector(1, n), vector(2, n)], [n]),
        "pairwise": ([np.zeros((1000, 1000)), grid(1000, 3)], [1000, 3]),
        "jacobi": ([grid(512, 512), np.zeros((512, 512))], [512, 512]),
        "matmul": ([np.zeros((256, 256)), grid(256, 256), grid(256, 256)], [256, 256, 256]),
        "nbody": ([np.zeros((1024, 3)), grid(1024, 3), vector(1, n)[:1024].copy()], [1024]),
        "mandelbrot": ([np.zeros((128, 128), np.intc), 200], [128, 128]),
        "spmv": ([np.zeros(20_000), values, columns, starts, x], [20_000]),
        "black_scholes": ([np.zeros(n // 4), np.zeros(n // 4), *(vector(s, n)[: n // 4] + 0.5 for s in (1, 2, 3)), 0.02, 0.3], [n // 4]),
        "histogram": ([np.zeros(256, np.intc), vector(1, n)], [256, n]),
        "floyd_warshall": ([distances(128)], [128]),
        "inside_polygon": ([np.zeros(20_000, np.intc), points_in_square(20_000), star(40)], [20_000, 40]),
        "kmeans": ([grid(8, 16), np.zeros(4_000, np.intc), grid(4_000, 16)], [4_000, 16, 8]),
        "bilateral": ([np.zeros((128, 128)), grid(128, 128), 3, 0.1, 2.0], [128, 128]),
    }


def build(offcy, folder, march):
    """The modules that are measured, each in a folder of its own."""
    source = HERE / "kernels.pyx"
    for name, directives in ("offcy", UNCHECKED), ("checked", CHECKED):
        options = [part for directive in directives for part in ("-X", directive)]
        build_offcy(offcy, source, folder / name, *options, "-X", f"march={march}", "-X", "fp_contract=off")
    build_cython(offcy, source, folder / "cython", "-O3", directives=UNCHECKED, target=[f"-march={march}"])
    command(["clang-19", *FLAGS, f"-march={march}", HERE / "kernels.c", "-o", folder / "kernels.so", "-lm"])


def versions(folder, name, arguments, sizes):
    """Of each who is measured: its arguments, and its function of the repeats."""
    made = {}
    for who in "offcy", "checked", "cython":
        own = copied(arguments)
        function = getattr(load(folder / who / f"kernels{SUFFIX}", "kernels"), name)
        made[who] = own, lambda repeats, own=own, function=function: function(*own, repeats)
    own = copied(arguments)
    made["by hand"] = own, by_hand(ctypes.CDLL(str(folder / "kernels.so")), name, own, sizes)
    return made


def in_turn(made, runs):
    """Microseconds per repeat of each, in alternating runs."""
    clock = time.thread_time if os.environ.get("OMP_NUM_THREADS") == "1" else time.perf_counter
    started = clock()
    made["by hand"][1](3)
    repeats = max(3, round(TARGET / (clock() - started) * 3))
    found = {who: [] for who in made}
    for run in range(runs + 1):
        for who, (_, function) in made.items():
            started = clock()
            function(repeats)
            if run:  # the first warms up
                found[who].append((clock() - started) / repeats * 1e6)
    return found


def measure(folder, names, runs):
    """In a process of its own: JSON on stdout."""
    figures = {}
    for name, (arguments, sizes) in kernels().items():
        if names and name not in names:
            continue
        made = versions(folder, name, arguments, sizes)
        if not agree(name, made, "by hand"):
            return 1
        figures[name] = in_turn(made, runs)
    json.dump(figures, sys.stdout)
    return 0


def table(figures):
    """The figures as Markdown: medians, and medians of the ratios of runs that followed each other."""
    lines = [
        "| kernel | by hand, µs | offcy : by hand | with bounds checks : without | Cython : offcy |",
        "| --- | --: | --: | --: | --: |",
    ]
    columns = []
    for name, runs in figures.items():
        ratio = lambda a, b: statistics.median(x / y for x, y in zip(runs[a], runs[b]))
        row = ratio("offcy", "by hand"), ratio("checked", "offcy"), ratio("cython", "offcy")
        columns.append(row)
        lines.append(f"| {name} | {statistics.median(runs['by hand']):.1f} | " + " | ".join(f"{r:.2f}" for r in row) + " |")
    means = (math.exp(statistics.fmean(map(math.log, column))) for column in zip(*columns))
    lines.append("| geometric mean | | " + " | ".join(f"{mean:.3f}" for mean in means) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--march", default="native")
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        build(arguments.offcy, folder, arguments.march)
        worker = [sys.executable, "-P", __file__, "--worker", folder, str(arguments.runs), *arguments.names]
        environment = {**os.environ, "OMP_NUM_THREADS": str(arguments.threads)}
        done = subprocess.run(worker, stdout=subprocess.PIPE, text=True, env=environment)
    if done.returncode:
        return done.returncode
    figures = json.loads(done.stdout)
    print(table(figures))
    if arguments.output:
        machine = {"processor": platform.machine(), "cores": os.cpu_count(), "python": platform.python_version()}
        clang = command(["clang-19", "--version"]).splitlines()[0]
        about = {"date": datetime.date.today().isoformat(), "machine": machine, "clang": clang}
        about |= {"march": arguments.march, "threads": arguments.threads}
        arguments.output.write_text(json.dumps({**about, "microseconds": figures}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        sys.exit(measure(pathlib.Path(sys.argv[2]), sys.argv[4:], int(sys.argv[3])))
    sys.exit(main())
