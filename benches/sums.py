"""Loops that add up, of which offcy runs several iterations at once, beside Cython with gcc and with clang.

    sums.py OFFCY [--runs N] [--output FILE]

The functions of `tests/run/sums_at_once.pyx`, built by default, with bounds checks; modules run in one process and in turn, on the threads that
OMP_NUM_THREADS allows. Microseconds per call, the median of N runs (default 9), every run in FILE (JSON).
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "common"))
from built import SUFFIX, by_cython, circumstances, load

SOURCE = HERE.parent / "tests" / "run" / "sums_at_once.pyx"
SIZES = (2, 4, 8, 10, 16, 30, 64, 100, 300)
SECONDS = 0.002


def build(offcy, folder):
    """The module of each side."""
    subprocess.run([offcy, "compile", SOURCE, "--python", sys.executable, "--out-dir", folder / "offcy"], check=True, stdout=subprocess.DEVNULL)
    made = {"offcy": folder / "offcy" / f"{SOURCE.stem}{SUFFIX}"}
    for name, compiler in (("Cython, gcc", "gcc"), ("Cython, clang", "clang-19")):
        own = folder / compiler
        own.mkdir()
        stripped = own / SOURCE.name
        stripped.write_text(subprocess.run([offcy, "strip", SOURCE], check=True, capture_output=True, text=True).stdout)
        made[name] = by_cython(compiler, stripped, own)
    return {name: load(path) for name, path in made.items()}


def calls(n):
    """The arguments of each function for arrays with a side of n; those for filters are vectors with the square."""
    import numpy as np

    numbers = np.random.default_rng(0)
    a, b, image, weights = (numbers.random((side, side)) for side in (n, n, n + 2, 3))
    yield "product", (a, b, np.zeros((n, n)))
    yield "product_in_memory", (a, b, np.zeros((n, n)), 1.0, n)
    yield "product_in_region", (a, b, np.zeros((n, n)))
    yield "convolve", (image, weights, np.zeros((n, n)))
    yield "means", (a, np.zeros(n), np.zeros((n, n)), n)
    yield "largest_of_columns", (a, np.zeros(n), np.zeros(n), np.zeros(n, "i4"))
    yield "means_of_rows", (a, np.zeros(n), np.zeros(n))
    points = numbers.random((n, 3))
    yield "distances", (points, np.zeros((n, n)))
    yield "of_turned", (a, b, np.zeros((n, n)))
    bodies = [np.ascontiguousarray(axis) for axis in points.T]
    yield "attracting", (*bodies, np.zeros((n, 2)))
    yield "attracting_threads", (*bodies, np.zeros((n, 2)))
    yield "near", (a, np.ones(n + 1), np.zeros(n), 0.3, n)
    yield "ratios", (a, np.ones(n), np.full(n, 0.5), np.zeros(n))
    yield "nearest", (points.astype("f4"), points[:8].astype("f4"), np.zeros(n, "i4"), np.zeros(n, "f4"))
    pixels = (image * 255).astype("u1")
    yield "dilated", (pixels, np.zeros_like(pixels), 1)
    yield "box", (pixels.astype("i2"), np.zeros((n + 2, n + 2), "i4"), 1)
    x, w = numbers.random(n * n + 15).astype("f4"), numbers.random(16).astype("f4")
    yield "filtered", (x, w, np.zeros(n * n, "f4"))


def microseconds(function, arguments, count):
    started = time.perf_counter()
    for _ in range(count):
        function(*arguments)
    return (time.perf_counter() - started) / count * 1e6


def measured(modules, name, arguments, runs):
    functions = {who: getattr(module, name) for who, module in modules.items()}
    counts = {who: max(1, int(SECONDS * 1e6 / microseconds(function, arguments, 1))) for who, function in functions.items()}
    found = {who: [] for who in functions}
    for _ in range(runs):
        for who, function in functions.items():
            found[who].append(microseconds(function, arguments, counts[who]))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    figures, ratios = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        modules = build(arguments.offcy.resolve(), pathlib.Path(folder))
        for n in SIZES:
            for name, given in calls(n):
                found = measured(modules, name, given, arguments.runs)
                figures[f"{name} {n}"] = found
                medians = {who: statistics.median(values) for who, values in found.items()}
                best = min(value for who, value in medians.items() if who != "offcy")
                ratios.setdefault(name, []).append(medians["offcy"] / best)
                print(f"{name:<18} {n:>4} " + "   ".join(f"{who} {value:10.2f}" for who, value in medians.items()) + f"   {medians['offcy'] / best:.2f}")
    for name, values in ratios.items():
        print(f"{name:<18} {statistics.geometric_mean(values):.2f} of the faster one, from {min(values):.2f} to {max(values):.2f}")
    if arguments.output:
        arguments.output.write_text(json.dumps({**circumstances(), "microseconds": figures}, indent=1) + "\n")


if __name__ == "__main__":
    main()
