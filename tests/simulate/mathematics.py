"""Runs each function of libc.math that a region may call on a simulated NVIDIA GPU, of numbers of all kinds.

    mathematics.py OFFCY

What the translated code of NVIDIA's library gives must be what the host's gives: to the last bit where IEEE 754 defines it, else
nearly.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "run"), str(HERE.parent / "common")]
from builds import ROOT, build_offcy, built, load, plain
from programs import EXACT, alike

DECLARED = ROOT / "src" / "hir" / "library" / "libc" / "math.pxd"
OF_NUMPY = {"double": "f8", "float": "f4"}
# They say whether something is so: any number but 0 is yes.
TESTS = ["isnan", "isinf", "isfinite", "isnormal", "signbit"]
# Of what an integer cannot hold C says nothing.
TO_INTEGERS = ["lround", "lrint", "llround", "llrint"]
EXACT = {*EXACT, *TESTS, *TO_INTEGERS, "fabs", "copysign", "ldexp", "scalbn"}


def functions():
    """(result, name, parameters) of the functions that a device has."""
    found = []
    for line in DECLARED.read_text().split("# A device has no")[0].splitlines():
        result = re.match(r"    (double|float|int|long long|long) \w+\(", line)
        for name, parameters in re.findall(r"(\w+)\(([^)]*)\)", line) if result else []:
            types = [parameter.rsplit(" ", 1)[0] for parameter in parameters.split(", ")]
            if "*" not in parameters:
                found.append((result[1], name, types))
    return found


def module():
    lines = ["# cython: boundscheck=False, wraparound=False"]
    lines += [f"from libc.math cimport {', '.join(name for _, name, _ in functions())}", "from cython.parallel import prange", ""]
    for result, name, types in functions():
        views = [f"{kind if kind in OF_NUMPY else 'long long'}[:] x{number}" for number, kind in enumerate(types)]
        views.append(f"{result if result in OF_NUMPY else 'long long'}[:] out")
        values = [f"{'' if kind in OF_NUMPY else '<int>'}x{number}[i]" for number, kind in enumerate(types)]
        lines += [f"def of_{name}({', '.join(views)}):", "    cdef Py_ssize_t i"]
        lines += ["    for i in prange(out.shape[0], nogil=True, device={}):", f"        out[i] = {name}({', '.join(values)})", ""]
    return "\n".join(lines)


def numbers(name):
    random = np.random.default_rng(1)
    edges = [0.0, -0.0, 1, -1, 0.5, -0.5, 2, 2.5, -2.5, 3.5, 171.5, -170.5, 709, -745, 1e5, 1e9]
    found = np.concatenate([edges, random.normal(size=100), random.normal(size=100) * 100])
    if name in TO_INTEGERS:
        return found
    far = [np.inf, -np.inf, np.nan, 1e308, -1e308, 5e-324, 1e-310, 2.2250738585072014e-308, 1e16, 4503599627370497.5, 1e22]
    return np.concatenate([far, found, np.exp(random.normal(size=100) * 50)])


def worker(folder):
    """In a process of its own: prints what each function gives."""
    maths = load(built(folder, "maths"), "maths")
    for result, name, types in functions():
        given = numbers(name)
        arguments = []
        for number, kind in enumerate(types):
            with np.errstate(over="ignore"):
                one = np.roll(given, 17 * number).astype(OF_NUMPY[kind]) if kind in OF_NUMPY else np.arange(len(given)) % 60 - 30
            arguments.append(one)
        out = np.zeros(len(given), OF_NUMPY.get(result, "i8"))
        getattr(maths, f"of_{name}")(*arguments, out)
        if out.dtype.kind == "f":
            out[np.isnan(out)] = np.nan
        print(json.dumps([name, plain(out != 0 if name in TESTS else out)]))


def run(folder, *before):
    done = subprocess.run(
        [*before, sys.executable, "-P", __file__, "--worker", folder],
        capture_output=True, text=True, timeout=600, env={**os.environ, "TMPDIR": str(folder)},
    )
    if done.returncode:
        raise RuntimeError(f"exit code {done.returncode}\n{done.stderr[-3000:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def main(offcy):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        source = folder / "maths.pyx"
        source.write_text(module())
        for name, target in (("host", []), ("gpu", ["--offload-arch", "sm_90"])):
            build_offcy(offcy, source, folder / name, *target, "-X", "fp_contract=off")
        expected, found = run(folder / "host"), run(folder / "gpu", offcy, "simulate", "--quick", "--check", "memory,init,sync", "--")
    failed = 0
    for (name, want), (_, got) in zip(expected, found, strict=True):
        agrees, exact = alike(want, got)
        if not (exact if name in EXACT or name.removesuffix("f") in EXACT else agrees):
            failed += 1
            print(f"{name}: expected {want}, found {got}")
    print(f"{len(found) - failed} passed, {failed} failed")
    return 1 if failed or len(found) < 100 else 0


if __name__ == "__main__":
    if sys.argv[1] == "--worker":
        worker(sys.argv[2])
    else:
        sys.exit(main(sys.argv[1]))
