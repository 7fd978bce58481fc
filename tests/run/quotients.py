import numpy as np

LEAST = -(2**31)
PAIRS = [
    (7, 2), (-7, 2), (7, -2), (-7, -2), (6, 3), (-6, 3), (0, 5), (0, -5), (1, 0), (0, 0), (LEAST, 2), (LEAST, 1),
    (2**31 - 1, -1), (LEAST + 1, -1), (3, LEAST), (LEAST, LEAST),
]
SMALL = [(100, 7), (-100, 7), (100, -7), (-128, 3), (127, -128), (5, 0), (0, -1)]


def attempt(function, *arguments):
    try:
        return function(*arguments)
    except ArithmeticError as error:
        return f"{type(error).__name__}: {error}"


def cases(module):
    flat = np.arange(-7, 12, dtype=np.int32)
    for width in (1, 3, 5, -4, 0):
        place = np.full((flat.size, 2), 99, dtype=np.int32)
        yield f"unravelled, {width}", [attempt(module.unravelled, flat, place, width), place if width else None]
    x = np.array([0, 9, 1234567890123, 42])
    out = np.full((4, 14), 7, dtype=np.int8)
    module.digits(x, out)
    yield "digits", out
    for pair in PAIRS:
        for name in ("ints", "sizes", "inferred", "called", "objects", "floats"):
            if name == "floats" and not pair[1]:
                continue
            arguments = (*pair, pair[1]) if name == "sizes" else pair
            yield f"{name}, {pair}", attempt(getattr(module, name), *arguments)
        if pair[1]:
            yield f"c_division, {pair}", module.c_division(*pair)
        for both in (True, False):
            yield f"one of two, {pair}, {both}", attempt(module.one_of_two, *pair, both)
    for pair in PAIRS:
        yield f"in place, {pair}", attempt(module.in_place, *pair)
        if pair[1]:
            yield f"in place in C, {pair}", module.in_place_in_c(*pair)
    yield "c division by zero", attempt(module.c_division, 1, 0)
    for pair in SMALL:
        yield f"chars, {pair}", attempt(module.chars, *pair)
    for pair in ((7, 2), (-7, 2), (300, 65535), (-300, 7), (5, 0), (0, 5)):
        yield f"shorts, {pair}", attempt(module.shorts, *pair)
        yield f"signed and unsigned, {pair}", attempt(module.signed_and_unsigned, *pair)
    for pair in ((7, 2), (2**32 - 1, 10), (5, 0), (3, 2**31)):
        yield f"unsigned, {pair}", attempt(module.unsigned_ints, *pair)
    for a in (-15, -7, 0, 3, 14):
        yield f"literals, {a}", attempt(module.literals, a)
    for a in (0, 1, 8, 200, 250, 255):
        yield f"wrapped, {a}", attempt(module.wrapped, a)
    seen = []
    yield "in order", [module.in_order(seen), seen]


def traced(module):
    module.unravelled(np.arange(4, dtype=np.int32), np.zeros((4, 2), dtype=np.int32), 3)
    module.digits(np.arange(3), np.zeros((3, 2), dtype=np.int8))


BYTES = {
    "unravelled": {"flat": (16, 0), "place": (0, 32)},
    "digits": {"x": (24, 0), "out": (0, 6)},
}
