"""Views of structs."""

import numpy as np
from attempts import attempt

vector = np.dtype([("x", "f8"), ("y", "f8")], align=True)
body = np.dtype(
    [("place", vector), ("speed", vector), ("mass", "f8"), ("kind", "i4"), ("near", "i2", (3,)), ("turn", "f4", (2, 2))],
    align=True,
)
record = np.dtype([("tag", "i1"), ("value", "f8"), ("counts", "i4", (2,)), ("last", "u1")])
pair = np.dtype([("first", "f8"), ("second", "i8")], align=True)


def made(dtype, *shape):
    """Every number in it another small one."""
    array = np.zeros(shape, dtype)
    fill(array, np.random.default_rng(5))
    return array


def fill(array, generator):
    if array.dtype.names:
        for name in array.dtype.names:
            fill(array[name], generator)
    else:
        array[...] = generator.integers(0, 50, array.shape)


def layouts(dtype):
    yield "plain", made(dtype, 7)
    yield "every other", made(dtype, 14)[::2]
    yield "reversed", made(dtype, 7)[::-1]
    yield "a column", made(dtype, 7, 3)[:, 1]
    yield "empty", made(dtype, 0)


def cases(module):
    for name, bodies in layouts(body):
        module.step(bodies, 0.5)
        yield f"step, {name}", bodies.tolist()
    bodies = made(body, 6)
    module.contiguous(bodies, made(pair, 6))
    yield "contiguous", bodies.tolist()
    for name, records in layouts(record):
        yield f"packed, {name}", (module.packed(records, made(record, len(records), 2)), records.tolist())
    for name, source in (("C", made(body, 3, 4)), ("Fortran", made(body, 4, 3).T), ("part", made(body, 9, 4)[::-3])):
        target = np.zeros((3, 4), body)
        module.whole(source, target)
        yield f"whole, {name}", target.tolist()
    for name, pairs in layouts(pair):
        yield f"reduced, {name}", module.reduced(pairs)
        if len(pairs):
            module.alone(pairs, {"x": 2.0, "y": 3.0})
            yield f"alone, {name}", pairs.tolist()
    pairs = made(pair, 4, 5)
    module.row(pairs[:, ::-2], 2)
    yield "row", pairs.tolist()
    vectors = made(vector, 9)[::-2]
    module.made(vectors, 2.5)
    yield "made", vectors.tolist()
    yield "checked", attempt(module.checked, made(pair, 3), np.array([0, 2, 1]))
    yield "outside", attempt(module.checked, made(pair, 3), np.array([0, 3, 1]))
    wrong = [np.zeros(3, vector), np.zeros(3), np.zeros(3, record), np.zeros((3, 3), pair), None]
    for value in wrong:
        yield f"refused {value is None or value.dtype}", attempt(module.reduced, value) if value is not None else 0
    with_order = np.zeros(3, [("first", ">f8"), ("second", "i8")])
    yield "big-endian", attempt(module.reduced, with_order)
    locked = made(pair, 3)
    locked.flags.writeable = False
    yield "read-only", attempt(module.reduced, locked)


B, R, P, V = body.itemsize, record.itemsize, pair.itemsize, vector.itemsize
BYTES = {
    "step": {"bodies": (9 * B, 9 * B)},
    "contiguous": {"bodies": (6 * B, 6 * B), "pairs": (6 * P, 0)},
    # A view with gaps moves in one piece.
    "packed": {"records": (9 * R, 9 * R), "others": (10 * R, 0)},
    "whole": {"source": (12 * B, 0), "target": (0, 12 * B)},
    "reduced": {"pairs": (5 * P, 0)},
    "alone": {"pairs": (5 * P, 5 * P)},
    # The row lies in the other view: they share one copy.
    "row": {"one": (0, 5 * P), "pairs": (20 * P, 0)},
    "made": {"out": (0, 5 * V)},
    "checked": {"pairs": (3 * P, 3 * P), "index": (24, 0)},
}


def traced(module):
    module.step(made(body, 9), 0.5)
    module.contiguous(made(body, 6), made(pair, 6))
    module.packed(made(record, 10)[::2], made(record, 5, 2))
    module.whole(made(body, 3, 4), made(body, 3, 4))
    module.reduced(made(pair, 5))
    module.alone(made(pair, 5), {"x": 1.0, "y": 2.0})
    module.row(made(pair, 4, 5), 2)
    module.made(made(vector, 5), 2.5)
    module.checked(made(pair, 3), np.array([0, 2, 1]))
