"""Loops and code of Python objects, as offcy builds them by default and as Cython's C is built by default.

    run.py OFFCY [NAME...] [--runs N] [--seconds S] [--output FILE]

`loops.pyx`, `objects.pyx`, `idioms.pyx`, `typed_idioms.pyx`, `textbook.pyx` and `simulations.pyx` are built by offcy, by Cython and gcc, and by Cython and clang, the latter two with the flags
of Python's own extension modules and `-fopenmp`. The calls run in turn, in one process; the least of `--runs` are printed, which
other programs disturb least, and all are kept in FILE (JSON). Loops with threads need a quiet machine. NAME: functions, without which all are run.
"""

import argparse
import importlib.util
import json
import pathlib
import re
import statistics
import subprocess
import sys
import tempfile
import time

import numpy as np

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "common"))
from built import SUFFIX, by_cython, circumstances

SIZES = (1, 10, 100, 1000, 10_000, 100_000)
SIDES = (3, 10, 100, 500)
COUNTS = (10, 1000)
BOOK_SIDES = (4, 20, 100, 400)


def loops():
    rng = np.random.default_rng(3)
    vector = rng.random
    for n in SIZES:
        yield "rounded", n, (1000 * vector(n)).astype("f4"), np.zeros(n, "f4")
        yield "complex_recurrence", n, vector(n) + 1j * vector(n), vector(n) + 0j
        for name in ("triad", "triad_unchecked", "parallel_triad", "parallel_triad_unchecked"):
            yield name, n, np.zeros(n), vector(n), vector(n), 2.0
        yield "triad", f"{n} strided", np.zeros(2 * n)[::2], vector(2 * n)[::2], vector(2 * n)[::2], 2.0
        yield "total", n, vector(n)
        yield "parallel_total", n, vector(n)
        yield "largest_at", n, vector(n)
        yield "largest_at", f"{n} rising", np.arange(n) * 1.0
        yield "nearest_at", n, vector(n), vector(n), 0.5, 0.5
        yield "place_of", n, np.arange(n) * 1.0, n - 1.0
        yield "place_of", f"{n} first", np.arange(n) * 1.0, 0.0
        yield "first_difference", n, np.zeros(n, "u1"), np.zeros(n, "u1")
        starts = np.arange(n + 1, dtype="i4") * 5
        yield "sparse_product", n, vector(5 * n), rng.integers(0, n, 5 * n).astype("i4"), starts, vector(n), np.zeros(n)
        yield "collatz", n, np.zeros(n, "i8")
    for n in SIDES:
        for name in ("stencil", "stencil_unchecked", "parallel_stencil"):
            yield name, n, vector((n, n)), np.zeros((n, n))
        yield "nearest", n, vector((10 * n, 4)), vector((8, 4)), np.zeros(10 * n, "i4")
        yield "convolved", n, vector((n + 2, n + 2)), vector((3, 3)), np.zeros((n, n))
        yield "shortest", min(n, 200), vector((min(n, 200),) * 2)


# Functions of a number.
OF_NUMBERS = """
attempts formatted generated joined squares appended methods caught with_finally missing attributes_typed
attributes_of_extension attributes_of_class methods_of_extension methods_typed methods_of_class methods_by_super
special_methods made_extension made_class swapped built percent membership texts closures lambdas with_managers pipeline
delegated generator_expression any_of int_arithmetic float_arithmetic big_ints star_calls keyword_calls calls calls_of_cdef
of_module comprehensions whiled tuples lists_of_lists sieve stacked
""".split()


def objects():
    for n in COUNTS:
        for name in OF_NUMBERS:
            yield name, n, n
        words = [f"word{k % 17}" for k in range(n)]
        numbers = list(range(n))
        yield "counts", n, words
        yield "counts_in", n, words
        yield "items", n, (1.5, 2.5), n
        yield "unpacked", n, (1.5, 2.5), n
        for name in ("sum_of", "slices", "list_items", "enumerated", "by_builtins", "typed_list"):
            yield name, n, numbers
        yield "unpacked_three", n, [(1, 2, 3)] * n
        yield "sorted_by", n, [(k, k * 7919 % 1000) for k in range(n)]
        yield "instances", n, [1, "a", b"b", 2.5, None] * (n // 5)
        yield "truths", n, [None, 0, 1, "", [1]] * (n // 5)
        yield "letters", n, ("the quick brown fox jumps over the lazy dog" * n)[:n]
        yield "zipped", n, numbers, numbers
        yield "items_of_dict", n, {k: k for k in numbers}
        yield "of_bytes", n, bytes(k % 256 for k in numbers)
        yield "typed_dict", n, {}, n
        yield "typed_text", n, "abcabc", n
    yield "fibonacci", 12, 12
    yield "nqueens", 5, 5
    yield "fannkuch", 5, 5
    yield "nbody", 100, 100


def idioms(module):
    """All functions of a module, of the number 500."""
    for name in re.findall(r"^def (\w+)\((?:int )?n\):", (HERE / f"{module}.pyx").read_text(), re.M):
        yield name, 500, 500


def textbook():
    """With matrices of so many rows, and as many elements in vectors."""
    for n in BOOK_SIDES:
        rng = np.random.default_rng(n)
        vector, matrix, count = rng.random, lambda: rng.random((n, n)), n * n
        numbers = lambda high, size, ty="i4": rng.integers(0, high, size).astype(ty)
        outs = {ty: np.zeros((n, n), ty) for ty in ("f8", "u1")}
        x, out, image = vector(count), np.zeros(count), numbers(256, (n, n), "u1")
        symmetric = matrix()
        symmetric = symmetric @ symmetric.T + n * np.eye(n)
        yield "cholesky", n, symmetric, np.zeros((n, n))
        yield "back_substitution", n, np.triu(symmetric), vector(n), np.zeros(n)
        yield "gauss_jordan", n, symmetric, np.zeros((n, n))
        yield "gram_schmidt", n, matrix(), outs["f8"]
        yield "transpose", n, matrix(), outs["f8"]
        yield "normalise", n, matrix()
        for name in ("summed_down", "least_path"):
            yield name, n, matrix()
        yield "rotated", n, matrix(), 0.6, 0.8
        yield "knapsack", n, np.zeros((n, n), "i8"), 1 + numbers(8, n - 1, "i8"), numbers(9, n - 1, "i8")
        yield "lcs", n, numbers(4, n), numbers(4, n), np.zeros((n + 1, n + 1), "i4")
        yield "matrix_chain", min(n, 100), 1 + numbers(50, min(n, 100) + 1), np.zeros((min(n, 100),) * 2, "i8")
        yield "coins", n, np.zeros(count, "i8"), np.array([1, 2, 5, 10, 20, 50], "i4")
        if n <= 100:
            yield "insertion_sort", n, vector(4 * n), np.zeros(4 * n)
            yield "bubble_sort", n, numbers(1000, 2 * n), np.zeros(2 * n, "i4")
            yield "primes", n, count
        yield "quicksort", n, x, out
        yield "composites", n, np.zeros(count, "u1")
        yield "first_primes", n, n
        yield "trapezoid", n, 0.0, 1.0, count
        for name in ("integrals", "monte_carlo"):
            yield name, n, count
        yield "moving_mean", n, x, out, 7
        yield "ewma", n, x, out, 0.3
        yield "cumulative", n, x, out
        yield "thomas", n, x, 4 + x, x, x, np.zeros(count), out
        yield "convolve", n, x, vector(9), np.zeros(max(count - 8, 0))
        power = 1 << count.bit_length() - 1
        angle = 2 * np.pi * np.arange(power) / power
        yield "fft", n, vector(power), np.zeros(power), np.zeros(power), np.cos(angle), np.sin(angle)
        yield "polys", n, x, vector(8), out
        yield "kernels", n, vector(n), vector(n), outs["f8"]
        yield "norms", n, matrix(), np.zeros(n)
        yield "total_by_rows", n, matrix()
        yield "bodies", n, vector((n, 3)), np.zeros((n, 3)), vector(n), 1e-9, 1
        yield "particles", n, np.ones(count, [(name, "f8") for name in ("x", "y", "vx", "vy")]), 1e-9
        yield "sor", n, matrix(), matrix(), 1.5
        yield "grid_steps", n, matrix(), 0.1, 10
        yield "bilinear", n, matrix(), np.zeros((2 * n - 3, 2 * n - 3)), 0.5
        yield "life", n, image // 128, outs["u1"]
        for name in ("erosion", "median3"):
            yield name, n, image, outs["u1"]
        yield "grey", n, numbers(256, (n, n, 3), "u1"), outs["u1"]
        yield "integral", n, image, np.zeros((n + 1, n + 1), "i8")
        yield "julia", n, 4 * x - 2 + 1j * (4 * vector(count) - 2), -0.4 + 0.6j, np.zeros(count, "i4")
        nodes = np.arange(63, dtype="i4")
        leaf = 2 * nodes + 2 >= 63
        left, right = np.where(leaf, -1, 2 * nodes + 1).astype("i4"), np.where(leaf, -1, 2 * nodes + 2).astype("i4")
        yield "predicted", n, left, right, numbers(4, 63), vector(63), vector(63), vector((count, 4)), out
        yield "union_find", n, np.zeros(count, "i4"), numbers(count, (count, 2))
        starts = np.concatenate([[0], np.cumsum(numbers(6, count))]).astype("i4")
        yield "bfs", n, starts, numbers(count, starts[-1]), np.zeros(count, "i4"), np.zeros(count + 1, "i4"), 0


def simulations():
    """With matrices of so many rows, and as many elements in vectors."""
    for n in BOOK_SIDES:
        rng = np.random.default_rng(n)
        vector, matrix, zeros = rng.random, lambda: rng.random((n, n)), lambda ty="f8": np.zeros((n, n), ty)
        numbers = lambda high, *shape, ty="i4": rng.integers(0, high, shape).astype(ty)
        regular = matrix() + n * np.eye(n)
        for name in ("heat", "heat_in_threads", "field_steps"):
            yield name, n, matrix(), matrix(), 10
        yield "heat_in_line", n, vector(n * n), vector(n * n), 10
        yield "wave", n, matrix(), matrix(), matrix(), 10
        yield "power_iteration", n, matrix(), vector(n), vector(n), 10
        starts = np.arange(n + 1, dtype="i4") * 5
        yield "sparse_by_dense", n, zeros(), vector(5 * n), numbers(n, 5 * n), starts, matrix()
        yield "group_means", n, np.zeros((8, n)), np.ones(8, "i8"), matrix(), numbers(8, n)
        yield "embedded", n, zeros(), matrix(), numbers(n, n, ty="i8")
        yield "factors", n, regular, zeros()
        yield "solved", n, regular, zeros(), vector(n)
        mask = numbers(2, n, n, ty="u1")
        yield "masked", n, matrix(), mask, 1.0
        yield "mean_where", n, matrix(), mask
        yield "rectified", n, rng.standard_normal((n, n, 4))
        yield "nearest_points", n, matrix(), matrix(), vector(n)
        yield "least_and_most", n, vector(n * n)
        yield "counted_up", n, vector(n * n), vector(n * n)
        yield "in_table", n, numbers(256, n, n, ty="u1"), numbers(256, 256, ty="u1"), zeros("u1")


CASES = {
    "loops": loops,
    "objects": objects,
    "idioms": lambda: idioms("idioms"),
    "typed_idioms": lambda: idioms("typed_idioms"),
    "textbook": textbook,
    "simulations": simulations,
}


def by_offcy(offcy, folder, name):
    command = [offcy, "compile", HERE / f"{name}.pyx", "--out-dir", folder, "--python", sys.executable]
    subprocess.run(command, check=True)
    return folder / f"{name}{SUFFIX}"


def load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def repeats(call, arguments, seconds):
    """How many calls take so long."""
    count = 1
    while True:
        taken = timed(call, arguments, count)
        if taken >= seconds / 2:
            return max(1, round(count * seconds / taken))
        count *= 4


def timed(call, arguments, count):
    started = time.perf_counter()
    for _ in range(count):
        call(*arguments)
    return time.perf_counter() - started


def in_turn(calls, first, arguments, options):
    """Microseconds of all calls, one run of each after another. How often they repeat is chosen by that of `first`."""
    count = repeats(calls[first], arguments, options.seconds)
    runs = {who: [] for who in calls}
    for _ in range(options.runs):
        for who, call in calls.items():
            runs[who].append(timed(call, arguments, count) / count * 1e6)
    return runs


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--seconds", type=float, default=0.005)
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    makers = {
        "offcy": lambda *where: by_offcy(options.offcy.resolve(), *where),
        "gcc": lambda folder, name: by_cython("gcc", HERE / f"{name}.pyx", folder),
        "clang": lambda folder, name: by_cython("clang-19", HERE / f"{name}.pyx", folder),
    }
    cases = [(of, *case) for of, all_of in CASES.items() for case in all_of()]
    cases = [case for case in cases if not options.names or case[1] in options.names]
    found, ratios = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        modules = {}
        for of in sorted({case[0] for case in cases}):
            for who, make in makers.items():
                (pathlib.Path(folder) / who).mkdir(exist_ok=True)
                modules[of, who] = load(of, make(pathlib.Path(folder) / who, of))
        for of, name, size, *arguments in cases:
            calls = {who: getattr(modules[of, who], name) for who in makers}
            runs = in_turn(calls, "gcc", arguments, options)
            found[f"{name} {size}"] = runs
            least = {who: min(all_of) for who, all_of in runs.items()}
            best = min(least["gcc"], least["clang"])
            words = "  ".join(f"{who} {taken:10.3f}" for who, taken in least.items())
            ratios.setdefault(of, []).append(least["offcy"] / best)
            print(f"{name + ' ' + str(size):32} {words}  offcy / best {ratios[of][-1]:.2f}", flush=True)
    for of, all_of in ratios.items():
        print(f"{of}: geometric mean {statistics.geometric_mean(all_of):.2f} of {len(all_of)}")
    if options.output:
        result = {**circumstances(), "microseconds": found}
        options.output.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
