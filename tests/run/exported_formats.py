import array

import numpy as np
from attempts import attempt


def shown(result):
    if isinstance(result, tuple):
        return [shown(item) for item in result]
    if isinstance(result, np.ndarray):
        return [str(result.dtype), result.tolist(), result.flags.writeable]
    return result


def cases(m):
    letters = {
        "i1": np.arange(3, dtype="i1"),
        "u1": np.arange(3, dtype="u1"),
        "bool": np.array([True, False]),
        "S1": np.array([b"a", b"b"]),
        "bytearray": bytearray(b"abc"),
        "array b": array.array("b", [1, 2]),
        "array B": array.array("B", [1, 2]),
        "memoryview c": memoryview(bytearray(b"ab")).cast("c"),
        "memoryview b": memoryview(bytearray(b"ab")).cast("b"),
        "bytes": b"ab",
    }
    for name, value in letters.items():
        for function in m.chars, m.signed_chars, m.unsigned_chars, m.constant, m.taken_again:
            yield f"{function.__name__} of {name}", attempt(lambda: shown(function(value)))
    for letter in "lqLQi":
        yield f"long of {letter}", attempt(m.longs, np.zeros(2, letter))
        yield f"long long of {letter}", attempt(m.long_longs, np.zeros(2, letter))
    for fields in ("xc", "foo bar"), ("x", "c"):
        for kind in "i1", "u1", "S1", "?":
            names = fields[0].split() if len(fields) == 1 else fields
            dtype = np.dtype([(names[0], "f8"), (names[1], kind)], align=True)
            yield f"points {names} {kind}", attempt(m.points, np.zeros(2, dtype))
    for b in "u1", "?":
        dtype = [("a", "i1"), ("b", b), ("s", "i2"), ("q", "i8"), ("f", "f4", 3)]
        yield f"mixed {b}", attempt(m.mixed, np.zeros(2, dtype))
    dtype = [("t", [("a", "i1"), ("b", "u1")]), ("s", "i2"), ("q", "i8"), ("f", "f4", 3)]
    yield "nested", attempt(m.mixed, np.zeros(2, dtype))
    yield "complexes", m.complexes(np.zeros(2, complex))
    yield "parts", shown(m.parts(np.arange(6, dtype="i1").reshape(2, 3)))
    yield "masked", m.masked(np.array([True, False, True]), np.arange(3)).tolist()
    yield "local", shown(m.local(3))
    yield "lives on", m.lives_on(2)
    yield "held", shown(m.Holder(np.arange(2, dtype="i1"), np.array([True, False])).both())
