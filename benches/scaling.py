"""How compiling grows with a module: time and memory by lines, functions, regions, depth of calls and literals, beside Cython.

    scaling.py OFFCY [CASE...] [--largest N] [--output FILE]

Each case is one kind of module in several sizes, `lines` from 1,000 to 80,000. The figures are processor time (user and
system) and the most memory (resident set) of one process: `offcy compile --emit c` for the front end, and `cython` beside it up to
`--cython` lines, since it takes minutes for more. The last four cases are built as a whole (`.pyx` to `.so`), in seconds by
the clock, since the C compiler takes most of it; the runtime is compiled before. A straight line through the sizes is what is wanted: the last column is the time per unit of
the largest size to that of the smallest one whose time is above 0.2 seconds. Results are kept in FILE (JSON).
"""

import argparse
import json
import os
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "common")]
from built import FLAGS, circumstances
from front_end import CYTHON, measured

HEAD = "from cython.parallel import parallel, prange\n\n"

FUNCTION = """
def f{i}(double[::1] x, double[:, ::1] a, Py_ssize_t k, double scale=1.0):
    cdef Py_ssize_t i, j
    cdef double s = 0, t
    for i in range(x.shape[0]):
        t = x[i] * scale
        for j in range(a.shape[1]):
            if a[i, j] > t:
                s += a[i, j] - t
            else:
                s -= t
    names = {{}}
    for i in range(k):
        names[str(i)] = [i, s]
    return names, s
"""

REGION = """
def r{i}(double[::1] x, double[::1] y, double a):
    cdef Py_ssize_t i
    with nogil, parallel(device={{}}):
        for i in prange(x.shape[0]):
            y[i] = a * x[i] + y[i]
"""

CALL = """
cdef double c{i}(double x) noexcept nogil:
    return x * 0.5 + c{next}(x - 1) if x > 0 else {i}.0
"""


def functions(count):
    return "".join(FUNCTION.format(i=i) for i in range(count))


def one_function(lines):
    """A single function."""
    body = "".join(f"    v{i % 50} = v{(i + 1) % 50} + {i} if v{(i * 7) % 50} > {i} else {i}\n" for i in range(lines))
    return "def f(double x):\n    cdef double " + ", ".join(f"v{i}" for i in range(50)) + "\n" + "".join(f"    v{i} = x\n" for i in range(50)) + body + "    return v0\n"


def depth(count):
    """Functions of which each calls the next."""
    calls = "".join(CALL.format(i=i, next=i + 1) for i in range(count))
    return calls + f"\ncdef double c{count}(double x) noexcept nogil:\n    return x\n\ndef start(double x):\n    return c0(x)\n"


def literals(count):
    return "TABLE = {\n" + "".join(f"    'key{i}': ({i}, {i}.5, 'text {i}', [{i}, None]),\n" for i in range(count)) + "}\n"


def tables(count):
    """Many small tables, as data that are written by programs."""
    return "".join(f"table_{i} = [[{i}, 1, 2], [3, 4, {i}], {{'name': 'text {i}', 'values': [1.5, {i}.25]}}]\n" for i in range(count))


def with_names(count):
    """A table whose rows are not constant."""
    return "import math\nTABLE = {\n" + "".join(f"    'key{i}': ({i}, math.sin, 'text {i}', [{i}, None]),\n" for i in range(count)) + "}\n"


def long_function(count):
    """A function of Python objects whose body is long."""
    body = "".join(f"    v{i % 7} = x.get('a{i}', {i})\n    out.append(v{i % 7} + {i})\n" for i in range(count // 2))
    return "def f(x):\n    out = []\n" + body + "    return out\n"


# What makes a module of a size, the sizes, and whether it is built as a whole.
CASES = {
    "lines": (lambda count: functions(count // 15), (1_000, 5_000, 20_000, 40_000, 80_000), False),
    "one function": (one_function, (1_000, 4_000, 16_000), False),
    "regions": (lambda count: "".join(REGION.format(i=i) for i in range(count)), (100, 400, 1_600), False),
    "depth": (depth, (100, 1_000, 10_000), False),
    "front end of literals": (literals, (250, 1_000, 5_000), False),
    "literals": (literals, (250, 1_000, 5_000), True),
    "tables": (tables, (250, 1_000, 5_000), True),
    "rows with names": (with_names, (125, 500, 2_000), True),
    "long function": (long_function, (250, 1_000, 4_000), True),
}


def commands(offcy, source, out, whole):
    ours = [offcy, "compile", source, "--out-dir", out / "ours", "--python", sys.executable]
    theirs = [[*CYTHON, source, "-o", out / "cython.c"]]
    if whole:
        return ours, [*theirs, ["gcc", *FLAGS, "-O2", out / "cython.c", "-o", out / "cython.so"]]
    return [*ours, "--emit", "c"], theirs


def together(runs):
    """All ended well, processor time, seconds by the clock, the most memory."""
    runs = list(runs)
    return all(run[0] for run in runs), sum(run[1] for run in runs), sum(run[2] for run in runs), max(run[3] for run in runs)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("cases", nargs="*")
    parser.add_argument("--cython", type=int, default=5_000, help="the largest size that Cython gets (whole modules: a quarter of it)")
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    offcy = arguments.offcy.resolve()
    results = {}
    if "XDG_CACHE_HOME" not in os.environ:
        kept = tempfile.TemporaryDirectory()
        os.environ["XDG_CACHE_HOME"] = kept.name
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "first.pyx"
        source.write_text("")
        measured(commands(offcy, source, pathlib.Path(folder), True)[0], folder)
    print(f"{'case':<22} {'size':>7} {'offcy':>8} {'MiB':>6} {'Cython':>8} {'MiB':>6} {'ratio':>6} {'growth':>6}")
    for case, (make, sizes, whole) in CASES.items():
        if arguments.cases and case not in arguments.cases:
            continue
        clock = 2 if whole else 1
        first = None
        for size in sizes:
            with tempfile.TemporaryDirectory() as folder:
                folder = pathlib.Path(folder)
                source = folder / "module.pyx"
                source.write_text(HEAD + make(size))
                ours, theirs = commands(offcy, source, folder, whole)
                found = {"offcy": measured(ours, folder)}
                if size <= (arguments.cython // 4 if whole else arguments.cython):
                    found["cython"] = together(measured(command, folder) for command in theirs)
            results[f"{case} {size}"] = found
            spent = found["offcy"][clock]
            first = first or ((spent / size) if spent > 0.2 else None)
            line = f"{case:<22} {size:7} {spent:8.2f} {found['offcy'][3]:6.0f}"
            if not found["offcy"][0]:
                line += " failed"
            elif "cython" in found:
                other = found["cython"]
                line += f" {other[clock]:8.2f} {other[3]:6.0f} {spent / other[clock]:6.3f}" if other[0] else f"{'failed':>24}"
            else:
                line += " " * 24
            print(line + (f" {spent / size / first:6.2f}" if first else ""), flush=True)
    if arguments.output:
        arguments.output.write_text(json.dumps({**circumstances(), "runs": results}, indent=1) + "\n")


if __name__ == "__main__":
    main()
