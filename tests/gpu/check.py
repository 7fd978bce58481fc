"""Runs the programs of tests/run on the device that is there, with no compiler and no Cython at hand.

    check.py FOLDER [NAME...]

FOLDER holds, of each program, what `scripts/gpu-bundle` made of it: NAME.abi3.so for the device, and NAME.json, what
Cython's build of the stripped source gave. Integers, text and exceptions must be the same; of numbers with a fraction,
a device's functions may give another last bit. So must be the bytes moved. The last line counts.
"""

import json
import os
import pathlib
import sys

import numpy as np

ROOT = pathlib.Path(__file__).parent.parent
sys.path[:0] = [str(ROOT / "run"), str(ROOT / "common")]
from builds import ON_DEVICE, load
from check import moved, run

# Relative, by the type of the array's elements; Python's own floats are doubles.
TOLERANCE = {"f4": 1e-5, "c8": 1e-5, "f8": 1e-12, "c16": 1e-12, "f16": 1e-12, "c32": 1e-12}


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


def check(folder, name):
    program = load(ROOT / "run" / f"{name}.py", f"{name}_cases")
    expected = json.loads((folder / f"{name}.json").read_text())
    traced = {**ON_DEVICE, "OFFCY_TRACE": "json"}
    found, records = run("--worker", folder, name, **traced)
    if [label for label, _ in found] != [label for label, _ in expected]:
        return [f"other cases than Cython's: {[label for label, _ in found]}"], 0
    wrong, inexact = [], 0
    for (label, want), (_, got) in zip(expected, found):
        agrees, exact = alike(want, got)
        inexact += agrees and not exact
        if not agrees:
            wrong.append(f"{label}: expected {str(want)[:300]}, got {str(got)[:300]}")
    bytes_moved = getattr(program, "BYTES", {})
    if bytes_moved:
        if not records:
            wrong.append("nothing ran on the device")
        counted = moved(run("--trace-worker", folder, name, **traced)[1])
        for function, variables in bytes_moved.items():
            if counted.get(function) != variables:
                wrong.append(f"bytes moved by {function}: expected {variables}, got {counted.get(function)}")
    return wrong, inexact


def main(folder, names):
    names = names or sorted(path.stem for path in folder.glob("*.json"))
    failed = 0
    for name in names:
        try:
            wrong, inexact = check(folder, name)
        except Exception as error:
            wrong, inexact = [str(error)], 0
        about = f"ok, {inexact} cases not to the last bit" if inexact else "ok"
        print(f"{name}: {'FAILED' if wrong else about}", flush=True)
        for line in wrong:
            print("    " + line.replace("\n", "\n    "), flush=True)
        failed += bool(wrong)
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2:]))
