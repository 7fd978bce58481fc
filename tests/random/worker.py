"""Runs calls of one build of a module in a process of its own.

    worker.py MODULE NAME CALLS RESULTS [FIRST]

CALLS holds a JSON object a line: {"function", "call"}. RESULTS gets two lines per call: its number before it
starts, so that a crash has a name, and what it gave. The trace on the standard error is divided the same way.
A call that does not end in time ends the process. With `ARRAYS_ON`, the arrays live on the device of that number.
"""

import json
import os
import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "common"))
sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "python"))
import builds
import recipes
import tree

SECONDS_PER_CALL = int(os.environ.get("SECONDS_PER_CALL", "20"))
ON_DEVICE = "ARRAYS_ON" in os.environ


def plain(value):
    import numpy as np

    if isinstance(value, np.ndarray):
        return ["array", value.dtype.str[1:], list(value.shape), np.ascontiguousarray(value).tobytes().hex()]
    if isinstance(value, float):
        return ["float", value.hex()]
    if isinstance(value, int):
        return ["int", value]
    return [type(value).__name__, repr(value)]


def make_arrays(call):
    made = recipes.make_arrays(call)
    if not ON_DEVICE:
        return made
    import offcy

    return [offcy.asarray(array, device=int(os.environ["ARRAYS_ON"])) for array in made]


def make_arguments(call, bases):
    if not ON_DEVICE:
        return recipes.make_arguments(call, bases)
    return [recipes.part_of(argument, bases) if isinstance(argument, tree.Argument) else argument for argument in call.arguments]


def run(module, name, call):
    function = getattr(module, name)
    bases = make_arrays(call)
    arguments = make_arguments(call, bases)
    counted = [*bases, *(argument for argument in arguments if not isinstance(argument, int))]
    if call.touches:
        arguments.append(recipes.make_touch(call, bases))
    before = [sys.getrefcount(array) for array in counted]
    outcome = {"error": None, "results": []}
    try:
        result = function(*arguments)
        results = result if isinstance(result, tuple) else () if result is None else (result,)
        outcome["results"] = [plain(value) for value in results]
        result = results = None
    except Exception as error:
        outcome["error"] = [type(error).__name__, str(error)]
    if hasattr(module, "kept"):
        module.kept[0] = module.np.zeros(0)
    after = [sys.getrefcount(array) for array in counted]
    outcome["leaked"] = [b - a for a, b in zip(before, after)] if before != after else None
    outcome["arrays"] = [(base.to_host() if ON_DEVICE else base).tobytes().hex() for base in bases]
    return outcome


def main(path, name, calls, results, first="0"):
    guard = builds.Guard.install(os.environ["GUARD"]) if "GUARD" in os.environ else None
    module = builds.load(path, name)
    with open(calls) as lines, open(results, "a") as out:
        for number, line in enumerate(lines):
            if number < int(first):
                continue
            item = json.loads(line)
            out.write(json.dumps(number) + "\n")
            out.flush()
            sys.stderr.write(f"call {number}\n")
            sys.stderr.flush()
            signal.alarm(SECONDS_PER_CALL)
            outcome = run(module, item["function"], recipes.call_from_json(item["call"]))
            outcome["guarded"] = guard.count() if guard else 0  # of all calls until here
            out.write(json.dumps(outcome) + "\n")
            out.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
