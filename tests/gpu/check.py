"""Runs the programs of tests/run on the device that is there, with no compiler and no Cython at hand.

    check.py [--jobs N] [--seconds S] FOLDER [NAME...]

FOLDER holds, of each program, a folder that `scripts/gpu-bundle` made: its modules for the device, and expected.json, what
Cython's build of the stripped source gave. Integers, text and exceptions must be the same; of numbers with a fraction,
a device's functions may give another last bit. So must be the bytes moved. N programs run at a time (default 4); each run of one
may take S seconds (default 60). The last line counts.
"""

import argparse
import functools
import json
import pathlib
import sys

import numpy as np

ROOT = pathlib.Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "run"), str(ROOT / "common")]
from builds import load
from check import check_all, on_device, path, run

# Relative, by the type of the array's elements; Python's own floats are doubles.
TOLERANCE = {"f4": 1e-5, "c8": 1e-5, "f8": 1e-12, "c16": 1e-12, "f16": 1e-12, "c32": 1e-12}


def lacks_device(got):
    """Why a result, or a part of it, is that a program asks for a device with a higher number than this machine's; or None."""
    if not isinstance(got, list):
        return None
    if got[:2] == ["exception", "ValueError"] and got[2].startswith("there is no device "):
        return got[2]
    return next(filter(None, map(lacks_device, got)), None)


def alike(want, got):
    """Whether two results agree, and whether to the last bit. Both are what `builds.plain` makes."""
    if want == got:
        return True, True
    if want[0] != got[0]:
        return False, False
    if want[0] == "array" and want[1:3] == got[1:3] and want[1][1:] in TOLERANCE:
        one, other = (np.frombuffer(bytes.fromhex(value[3]), want[1]) for value in (want, got))
        near = TOLERANCE[want[1][1:]]
        return np.allclose(one, other, rtol=near, atol=near, equal_nan=True), False
    if want[0] == "float":
        one, other = float.fromhex(want[1]), float.fromhex(got[1])
        return bool(np.isclose(one, other, rtol=1e-12, atol=1e-12)), False
    if want[0] in ("list", "tuple") and len(want[1]) == len(got[1]):
        return all(alike(*pair)[0] for pair in zip(want[1], got[1])), False
    return False, False


def check(folder, seconds, name):
    program = load(path(name, ".py"), f"{name}_cases")
    expected = json.loads((folder / name / "expected.json").read_text())
    inexact, skipped = 0, []

    def agree(want, got):
        nonlocal inexact
        lacks = lacks_device(got)
        if lacks and not lacks_device(want):
            skipped.append(lacks)
            return True
        agrees, exact = alike(want, got)
        inexact += agrees and not exact
        return agrees

    wrong = on_device(expected, program, folder / name, name, "device", agree, functools.partial(run, seconds=seconds))
    if skipped:
        print(f"{name}: {len(skipped)} cases need more devices: {skipped[0]}")
    if inexact:
        print(f"{name}: {inexact} cases not to the last bit")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--seconds", type=int, default=60)
    arguments = parser.parse_args()
    names = arguments.names or sorted(path.parent.name for path in arguments.folder.glob("*/expected.json"))
    return check_all(names, functools.partial(check, arguments.folder, arguments.seconds), arguments.jobs)


if __name__ == "__main__":
    sys.exit(main())
