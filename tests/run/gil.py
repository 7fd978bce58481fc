import traceback

import numpy as np


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except Exception as error:
        return [error, traceback.extract_tb(error.__traceback__)[-1].lineno]


def cases(module):
    for length in (3, 6):
        out = []
        found = attempt(module.collect, np.arange(float(length)), out)
        # Threads append in any order.
        yield f"collect {length}", [sorted(found) if found is out else found, sorted(out)]
    x = np.array([1.0, 9.0])
    for name in ("collect", "called", "serial"):
        out = []
        yield f"{name} raises", [attempt(getattr(module, name), x, out), out]
    for name in ("called", "serial"):
        yield name, attempt(getattr(module, name), np.array([1.0, 3.0]), [])
    yield "wrong", attempt(module.collect, x, None)
    for n in (-1, 0, 1, 2, 5):
        yield f"falls off {n}", attempt(module.falls_off, n)

    for a, b, c in [([], set(), ""), ([1], {1}, ""), (None, None, None), ([1], set(), "x"), (None, {2}, "é")]:
        yield f"truth without {a} {b} {c}", module.without_the_gil(a, b, c, np.zeros(3))
    for a, d in [([1, 2, 3], {}), ([1], {1: 2, 3: 4}), (None, {}), ([0, 2], None)]:
        yield f"truth {a} {d}", module.with_its_truth(a, d)
    for n in range(4):
        out = []
        yield f"tried without {n}", [attempt(module.tried_without_the_gil, n, out), out]
    for n in (0, 2, 5, 7):
        out = []
        yield f"tried in a loop {n}", [attempt(module.tried_in_a_loop, n, out), out]
    yield "given a field", module.given_a_field(3)
    for at in (0, -1, 7):
        yield f"character {at}", attempt(module.character, "spämmed", at)
        yield f"byte {at}", attempt(module.byte, bytearray(b"letters"), at)
    yield "characters", module.characters("spämmed")
    for n in (2, 0, -1):
        yield f"objects {n}", attempt(module.gives_objects, n)
