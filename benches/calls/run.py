"""What a call from Python costs: a function that does next to nothing, by offcy, by Cython, by hand in C, and by two binders of C++.

    run.py OFFCY [--runs N] [--seconds S] [--output FILE]

All are built with their defaults and `-O3`; pybind11 and nanobind (`pip install pybind11 nanobind`) are left out where they are not
installed. The statements run in turn, in one process, in loops of `timeit`; the time of an empty loop is subtracted. The least of
`--runs` are printed, which other programs disturb least, and all are kept in FILE (JSON). Results are compared first.
"""

import argparse
import importlib.util
import json
import pathlib
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import timeit

import numpy as np

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "common"))
from built import SUFFIX, by_cython, circumstances

# What is measured, each with `f` for the function, `o` for an object of `Scale`, and arrays of 10 numbers.
STATEMENTS = {
    "no argument": ("nothing", "f()"),
    "an object": ("same", "f(a)"),
    "a float and an int": ("scalars", "f(2.5, 3)"),
    "a memoryview": ("one_view", "f(a)"),
    "four memoryviews, ten numbers": ("views_and_scalars", "f(a, b, c, d, 1.5, 2.5, 3.5, 4.5, 5.5, 1, 2, 3, 4, 5)"),
    "keywords": ("keywords", "f(1.5, y=2.5, n=3)"),
    "a default": ("keywords", "f(1.5)"),
    "a cpdef function": ("product", "f(1.5, 2.5)"),
    "a method": (None, "o.scaled(2.5)"),
    "a field": (None, "o.factor"),
    "a new object": ("Scale", "f(2.5)"),
}
ARRAYS = {name: np.zeros(10) for name in "abcd"}
COMPILE = ["-O3", "-DNDEBUG", "-shared", "-fPIC", "-fvisibility=hidden", f"-I{sysconfig.get_path('include')}"]


def by_offcy(offcy, folder):
    command = [offcy, "compile", HERE / "calls.pyx", "--out-dir", folder, "--python", sys.executable]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder / f"calls{SUFFIX}"


def by_hand(folder):
    module = folder / f"by_hand{SUFFIX}"
    subprocess.run(["gcc", *COMPILE, HERE / "by_hand.c", "-o", module], check=True)
    return module


def by_pybind11(folder):
    import pybind11

    module = folder / f"by_pybind11{SUFFIX}"
    command = ["g++", "-std=c++17", *COMPILE, f"-I{pybind11.get_include()}", HERE / "by_pybind11.cpp", "-o", module]
    subprocess.run(command, check=True)
    return module


def by_nanobind(folder):
    import nanobind

    package = pathlib.Path(nanobind.__file__).parent
    module = folder / f"by_nanobind{SUFFIX}"
    includes = [f"-I{package / 'include'}", f"-I{package / 'ext' / 'robin_map' / 'include'}"]
    sources = [HERE / "by_nanobind.cpp", package / "src" / "nb_combined.cpp"]
    subprocess.run(["g++", "-std=c++17", "-fno-strict-aliasing", *COMPILE, *includes, *sources, "-o", module], check=True)
    return module


def load(path):
    name = path.name.removesuffix(SUFFIX)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def built(offcy, folder):
    makers = {
        "offcy": lambda where: by_offcy(offcy, where),
        "Cython, gcc": lambda where: by_cython("gcc", HERE / "calls.pyx", where),
        "Cython, clang": lambda where: by_cython("clang-19", HERE / "calls.pyx", where),
        "C by hand": by_hand,
        "nanobind": by_nanobind,
        "pybind11": by_pybind11,
    }
    modules = {}
    for number, (who, make) in enumerate(makers.items()):
        where = folder / str(number)
        where.mkdir()
        try:
            modules[who] = load(make(where))
        except ModuleNotFoundError as error:
            print(f"{who} is left out: {error}")
    return modules


def timers(modules, function, statement):
    for who, module in modules.items():
        names = {**ARRAYS, "o": module.Scale(3.0)}
        if function is not None:
            names["f"] = getattr(module, function)
        yield who, timeit.Timer(statement, globals=names), eval(statement, names)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--seconds", type=float, default=0.02)
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        modules = built(options.offcy.resolve(), pathlib.Path(folder))
        for label, (function, statement) in STATEMENTS.items():
            asked = list(timers(modules, function, statement))
            values = [value for _, _, value in asked]
            if function != "Scale" and any(value != values[0] for value in values if not isinstance(value, np.ndarray)):
                sys.exit(f"{label}: the results differ: {values}")
            count = max(1, int(options.seconds / asked[0][1].timeit(1000) * 1000))
            runs = {who: [] for who in modules}
            for _ in range(options.runs):
                empty = timeit.Timer("pass").timeit(count)
                for who, timer, _ in asked:
                    runs[who].append((timer.timeit(count) - empty) / count * 1e9)
            found[label] = runs
            least = {who: min(all_of) for who, all_of in runs.items()}
            print(f"{label:32}", "  ".join(f"{who} {taken:.1f}" for who, taken in least.items()), flush=True)
    for who in list(modules)[1:]:
        ratios = [min(runs["offcy"]) / min(runs[who]) for runs in found.values()]
        print(f"offcy : {who}: {statistics.geometric_mean(ratios):.2f} (geometric mean), {min(ratios):.2f} to {max(ratios):.2f}")
    if options.output:
        options.output.write_text(json.dumps({**circumstances(), "nanoseconds": found}, indent=1) + "\n")


if __name__ == "__main__":
    main()
