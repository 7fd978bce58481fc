import numpy as np

BYTES = {
    "swapped": {"x": (96, 0), "y": (0, 96)}, "narrowed": {"x": (32, 32)}, "chosen": {"z": (72, 72)},
    "step": {"x": (32, 0), "y": (32, 32)},
    "kinds": {"s": (6, 0), "out": (0, 24)},
}
WORDS = b" \tabcd\xff\xfe\x00"


def traced(module):
    module.swapped(np.ones((4, 3)), np.zeros((4, 3)), 1)
    module.narrowed(np.zeros((3, 2)), 1)
    module.chosen(np.zeros((3, 3)), np.zeros((3, 3)), True)
    module.kinds(letters(WORDS[:6]), np.zeros(6, "i4"))
    module.Pair(np.ones((2, 2)), np.ones((2, 2))).step(1)


def letters(words):
    return memoryview(bytearray(words)).cast("c")


def cases(module):
    for rows, columns, n in ((4, 3, 3), (0, 3, 2), (1, 1, 5), (3, 0, 1), (30, 7, 4)):
        x, y = np.arange(float(rows * columns)).reshape(rows, columns), np.zeros((rows, columns))
        yield f"swapped {rows} {columns}", [module.swapped(x, y, n), x, y, module.swapped(x[::-1], y, 2), x, y]
    for rows in (0, 1, 2, 9):
        x = np.zeros((rows, 2))
        module.narrowed(x, 3)
        yield f"narrowed {rows}", x
    for first in (True, False):
        x, y = np.zeros((3, 4)), np.zeros((4, 3))
        module.chosen(x, y, first)
        yield f"chosen {first}", [x, y]
    for n in range(4):
        x, y = np.ones((3, 2)), np.full((3, 2), 5.0)
        module.Pair(x, y).step(n)
        yield f"step {n}", [x, y]
    out = np.zeros(len(WORDS), "i4")
    module.kinds(letters(WORDS), out)
    yield "kinds", out
