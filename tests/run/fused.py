import array

import numpy as np
from attempts import attempt


def grid(dtype, rows=4, columns=3):
    return (np.arange(rows * columns, dtype=dtype).reshape(rows, columns) + 1) / dtype(4)


ARGUMENTS = [
    1, -7, 2.5, True, 3j, None, "text", b"a", 2**70, [1.0], (1,), {"a": 1, "b": 2.0},
    np.float32(1.5), np.float64(2.5), np.int32(3), np.int64(4),
    np.ones(3), np.ones(3, "f"), np.ones((2, 3)), np.ones((2, 3), order="F"), np.ones((2, 3), "i"),
    np.ones(3, "i4"), np.ones(3, "u1"), np.ones(3, "i8"), np.ones(3, "i1"), np.ones(3, ">f8"), np.ones(3, ">i4"),
    np.ones(6)[::2], np.ones(3, complex), np.ones(3, bool), np.ones(2, "M8[s]"), np.ones(2, "f2"),
    np.array(1.0), np.ones((1, 1, 1)), np.zeros(2, [("a", "i4"), ("b", "f8")]),
    memoryview(np.ones(3)), memoryview(np.ones(3, "f")), memoryview(np.ones((2, 3), order="F")),
    array.array("i", [5, 6]), array.array("d", [5, 6]), array.array("B", [5]), bytearray(b"xyz"),
]


def cases(module):
    words = "float", "double", "float complex", "double complex", "long long"
    yield "words", [module.word_of[word](1) for word in words]
    for dtype in np.float32, np.float64:
        for index in np.int32, np.int64:
            rows = np.array([3, 0, 2], index)
            yield f"lengths {dtype.__name__} {index.__name__}", module.lengths(grid(dtype), rows)
        x = grid(dtype)
        yield f"scale {dtype.__name__}", [module.scale(x), x]
        yield f"scale {dtype.__name__} by 3", [module.scale(x[::2, 1:], 3, rounds=2), x]
        yield f"scale {dtype.__name__} of no elements", module.scale(x[:0])
        yield f"total {dtype.__name__}", module.total(grid(dtype).ravel())
        yield f"largest {dtype.__name__}", module.largest(grid(dtype).ravel())
    readonly = np.ones(3)
    readonly.setflags(write=False)
    yield "total of what is read-only", module.total(readonly)
    yield "largest of what is read-only", attempt(module.largest, readonly)
    yield "lengths of other rows", attempt(module.lengths, grid(np.float64), np.ones(2))
    yield "lengths of None", attempt(module.lengths, None, np.ones(2, int))
    yield "lengths of integers", attempt(module.lengths, np.ones((2, 2), int), np.ones(2, int))
    for x in 1.0, 2:
        for n in 1, 2, 3:
            yield f"decided {x} {n}", attempt(module.decided, x, n)
    for key in "float|int", "float|long", "double|int", "double|long":
        yield f"decided {key}", [module.decided[key](1, n) for n in (1, 2, 3)]
    functions = ["kind", "looked_at", "laid_out", "anything", "flag", "bytes_of", "total", "several", "twice"]
    for name in functions:
        for at, value in enumerate(ARGUMENTS):
            yield f"{name} {at} {type(value).__name__}", attempt(getattr(module, name), value)
    for key in "double[:, ::1]", "double[::1, :]":
        yield f"laid_out[{key}]", attempt(module.laid_out[key], np.ones((2, 2)))
    for keywords in {}, {"x": 1.0}, {"x": 1.0, "n": 5}, {"x": 1}, {"n": 1}, {"x": 1.0, "y": 2}:
        yield f"only named {keywords}", attempt(module.only_named, **keywords)
    yield "only named, by position", attempt(module.only_named, 1.0)
    for arguments in [], [1.0], [1.0, 2.0], [1.0, 2, 3], [1, 2, 3], [1.0, 2, 3, 4], [1.0, 2, 3, 4.5], [1, 2, 3, 4, 5]:
        yield f"several {arguments}", attempt(module.several, *arguments)
    yield "several by name", [
        attempt(module.several, 1.0, n=2, b=3), attempt(module.several, 1.0, 2, 3, a=4),
        attempt(module.several, b=1.0, n=2, a=3.0, c=1.0), attempt(module.several, 1.0, 2, 3, x=4),
    ]
    for key in ["double|int|float", "double|int", "double|int|double|x", "no"]:
        yield f"several[{key}]", attempt(lambda: module.several[key](1, 2, 3))
    for key in [float, int, "double", (float,), (float, int), (float, int, float), 1, None, np.float64]:
        yield f"index {key}", attempt(lambda: module.total[key] and module.several[key](1, 2, 3))
    yield "signatures", [list(getattr(module, name).__signatures__) for name in functions]
    yield "what it says of itself", [module.twice.__name__, module.twice.__doc__, module.twice.__qualname__]
    yield "largest of", [module.largest_of(1.0, 2.0), module.largest_of["float"](3.0, 2.0)]
    yield "left early", [module.left_early["double"](1), module.left_early["float"](2)]
    yield "chosen", module.chosen(1, 2, 3, 4, 5, 6, True)
    yield "calls of cpdef", module.calls_twice(2, 3, 4)
    yield "calls of cpdef that raise", [attempt(module.calls_twice, 7, 1, 1), attempt(module.calls_twice, 1, 1, 7)]


BYTES = {
    # Rows of three elements, an index for each of three rows; results of three.
    "lengths[float, int]": {"x": (48, 0), "rows": (12, 0), "out": (0, 12)},
    "lengths[float, long]": {"x": (48, 0), "rows": (24, 0), "out": (0, 12)},
    "lengths[double, int]": {"x": (96, 0), "rows": (12, 0), "out": (0, 24)},
    "lengths[double, long]": {"x": (96, 0), "rows": (24, 0), "out": (0, 24)},
    "scale[float32_t]": {"x": (48, 48)},
    "scale[float64_t]": {"x": (96, 96)},
    "total[float]": {"x": (48, 0)},
    "total[double]": {"x": (96, 0)},
}


def traced(module):
    for dtype in np.float32, np.float64:
        for index in np.int32, np.int64:
            module.lengths(grid(dtype), np.array([3, 0, 2], index))
        module.scale(grid(dtype), rounds=3)
        module.total(grid(dtype).ravel())
