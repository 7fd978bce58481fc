"""Makes the same calls on two modules and compares results and exceptions, word for word.

    compare.py ORACLE MODULE

Ends with 1 and a list of the differences if there are any.
"""

import importlib
import operator
import sys

import calls


def better_oracle(name, args):
    """Python's answer where Cython's is a defect that is not followed; else None.

    Slices with a step other than 1: Cython counts an element, even one outside the array, where the
    bounds leave none and their distance is no multiple of the step; and with a negative step it
    stops early where `stop` lies before the beginning.
    """
    if name == "stepped" and args[3] not in (0, 1):
        result = args[0].tolist()[args[1] : args[2] : args[3]]
        return "gave", "list", repr(result)
    return None


def outcome(module, name, args, keywords):
    try:
        result = operator.attrgetter(name)(module)(*args, **keywords)
    except BaseException as error:
        return "raised", type(error).__name__, str(error)
    return "gave", type(result).__name__, repr(result)


def main():
    oracle, subject = (importlib.import_module(name) for name in sys.argv[1:3])
    count, differences = 0, []
    for name, args, keywords in calls.everything():
        count += 1
        expected = better_oracle(name, args) or outcome(oracle, name, args, keywords)
        got = outcome(subject, name, args, keywords)
        if expected != got:
            shown = ", ".join([repr(a)[:60] for a in args] + [f"{k}={v}" for k, v in keywords.items()])
            differences.append(f"{name}({shown})\n  expected {expected}\n  got      {got}")
    for difference in differences[:40]:
        print(difference)
    print(f"{count} calls, {len(differences)} differences")
    return 1 if differences or count < 1000 else 0


if __name__ == "__main__":
    sys.exit(main())
