import numpy as np


def arrays(n):
    x = np.arange(n, dtype=np.int64) * 3_000_000_000
    y = np.arange(n, dtype=np.uint8) * 20
    z = np.linspace(0, 1, n)
    return x, y, z


def cases(module):
    numbers = [0, 1, -1, 127, 128, 255, 256, 300, -300, 40_000, 1 << 31, (1 << 32) - 1, 1 << 32, -(1 << 31) - 1, 1 << 62]
    for x in [*numbers, 1 << 63, 1 << 64, -(1 << 63), -(1 << 64), True, 1.5, "1"]:
        yield f"from_python {x!r}", module.from_python(x)
    for x in (0.25, 1.5, -7.0):
        yield f"floats {x}", module.floats(x)
    for a in (0, 5, -3, 3_000_000_000, 1 << 40):
        for b in (1, -7, 1 << 33):
            yield f"wide_sums {a} {b}", module.wide_sums(a, b, 10)
            yield f"tiny_sums {a} {b}", module.tiny_sums(a, b, 1 << 35)
            yield f"overflows {a} {b}", module.overflows(a, b)
    for a in (0, 5, 200, 255):
        for b in (1, 100, 255):
            yield f"narrow_sums {a} {b}", module.narrow_sums(a, b, 1000)
            yield f"unsigned_sums {a} {b}", module.unsigned_sums(a, b, -300, 7)
            yield f"signed_sums {a} {b}", module.signed_sums(a, -b, 7)
    for a, b in ((7, 2), (-7, 2), (1 << 40, 3), (-(1 << 40), (1 << 33) + 3), (5, 0)):
        yield f"divisions {a} {b}", module.divisions(a, b, 200, 3_000_000_000, a, -7)
        yield f"in_place {a} {b}", module.in_place(a, 250, 7, a, b)
        if b:
            yield f"c_divisions {a} {b}", module.c_divisions(a, b, 200, 0)
    yield "ranges", module.ranges(1 << 40, 5)
    view = np.arange(10, dtype=np.int32)
    yield "indices", module.indices(list(range(10)), view, -3, 4, 2)
    x, y, z = arrays(9)
    w = np.array([0, 1, 300] * 3, dtype=np.uint32)
    yield "views", [module.views(x, y, z, w), x, y, z, w]
    for kinds in (("i4", "u1", "f8", "u4"), ("i8", "i1", "f8", "u4"), ("i8", "u1", "f4", "u4"), ("i8", "u1", "f8", "u8")):
        given = [np.zeros(3, dtype=kind) for kind in kinds]
        try:
            yield f"views {kinds}", module.views(*given)
        except ValueError as error:
            yield f"views {kinds}", str(error)
    yield "pointers", module.pointers([1, -1, 1 << 40, 5])
    yield "records", module.records(1 << 40, 255, 0.5)
    for x in (5, 1 << 41):
        try:
            yield f"exceptions {x}", module.exceptions(x)
        except ValueError as error:
            yield f"exceptions {x}", str(error)
    yield "colors", module.colors(2)
    for a, b in ((0, 5), (7, 0), (7, -1 << 40)):
        yield f"truths {a} {b}", module.truths(a, b)
    yield "complex_numbers", module.complex_numbers(1.5 - 2j)
    yield "chosen", module.chosen(5, 6, 7)
    x, y, z = arrays(9)
    yield "on_device", [module.on_device(x, y, z, 9), x, y, z]
    x = np.ones(300)
    module.counted_narrowly(x, 200, 300)
    yield "counted_narrowly", x
    module.shifted(x, 20, 100)
    yield "shifted", x
    yield "summed", module.summed(np.arange(100) << 33)


def traced(module):
    module.on_device(*arrays(9), 9)
    x = np.ones(300)
    module.counted_narrowly(x, 200, 300)
    module.shifted(x, 20, 100)


ASKS_COMPILER = "the numbers of its header are others than it declares"
BYTES = {
    "on_device": {"x": (72, 72), "y": (9, 9), "z": (72, 72)},
    "counted_narrowly": {"x": (4000, 4000)},
    "shifted": {"x": (2400, 2560)},
}
