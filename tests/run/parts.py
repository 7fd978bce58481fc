import numpy as np


def vector(n):
    return np.linspace(-1, 2, n)


def cases(module):
    for n in (1, 2, 3, 16):
        x, y = vector(n), np.full(n, 7.0)
        module.smooth(x, y)
        yield f"smooth, {n}", [x, y]
    for n in (0, 1, 5, 16):
        for middle in (0, 1, 4, 16, 20):
            if middle <= n:
                x = vector(n)
                module.halves(x, middle)
                yield f"halves, {n}, {middle}", x
            if middle < n:
                x, y = vector(n), np.zeros(n)
                module.gap(x, middle)
                yield f"gap, {n}, {middle}", x
                x = vector(n)
                module.read_between(x, y, middle)
                yield f"read between, {n}, {middle}", [x, y]
    for shape in ((4, 2), (4, 3), (6, 2)):
        at = np.full(shape, 5.0)
        module.points(at, vector(4), 4)
        yield f"points, {shape}", at


def traced(module):
    module.smooth(vector(16), np.zeros(16))
    module.halves(vector(16), 5)
    module.points(np.zeros((4, 2)), vector(4), 4)
    module.gap(vector(16), 5)
    module.read_between(vector(16), np.zeros(16), 5)


V = 16 * 8

BYTES = {
    "smooth": {"x": (V, 0), "y": (0, V)},
    "halves": {"x": (0, V)},
    "points": {"at": (0, 64), "angle": (32, 0)},
    "gap": {"x": (V, V)},
    "read_between": {"x": (V, V), "y": (0, V)},
}
