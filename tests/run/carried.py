import itertools

import numpy as np
from attempts import attempt_indices

SIZES = (0, 1, 2, 4)


def vector(n):
    return np.arange(n, dtype=float) * 1.5 + 1


def matrix(n, m):
    return np.arange(n * m, dtype=float).reshape(n, m) - 2


def cases(module):
    for n, m in itertools.product(SIZES, SIZES):
        for count in -1, 0, 1, 3:
            yield f"ring {n} {m} {count}", attempt_indices(module.ring, vector(n), vector(m), count)
            yield f"small {n} {m} {count}", attempt_indices(module.small, vector(n), vector(m), count)
            yield f"written {n} {m} {count}", attempt_indices(module.written, matrix(n, m), count)
        for count in SIZES:
            arguments = np.zeros(n, np.intc), vector(count), vector(n), vector(m)
            yield f"nearest {n} {m} {count}", attempt_indices(module.nearest, *arguments)
        for step in -1, 0, 2:
            yield f"two {n} {m} {step}", attempt_indices(module.two, vector(n), vector(m) - 2, step)
        yield f"counted {n} {m}", attempt_indices(module.counted, vector(n), vector(m))
        yield f"same {n} {m}", attempt_indices(module.same, matrix(n, m))
        for rows in 0, 1, 3:
            yield f"nested {n} {rows} {m}", attempt_indices(module.nested, vector(n), matrix(rows, m))
        yield f"on_the_host {n} {m}", attempt_indices(module.on_the_host, vector(n), m)
    yield "small 200", attempt_indices(module.small, vector(1), vector(300), 140)


def traced(module):
    module.ring(vector(4), vector(8), 6)
    module.nearest(np.zeros(4, np.intc), vector(3), vector(4), vector(5))
    module.two(vector(4), vector(6), 2)
    module.counted(vector(2), np.zeros(1))
    module.written(matrix(4, 6), 1)
    module.same(matrix(4, 6))
    module.nested(vector(4), matrix(3, 2))
    module.small(vector(4), vector(6), 5)


BYTES = {
    "ring": {"y": (0, 32), "x": (48, 0)},
    "nearest": {"labels": (0, 16), "counts": (24, 0), "points": (32, 32), "centers": (24, 0)},
    "two": {"y": (32, 32), "x": (48, 0)},
    "counted": {"y": (16, 16), "x": (8, 0)},
    "written": {"x": (192, 192)},
    "same": {"x": (0, 192)},
    "nested": {"y": (32, 32), "x": (40, 0)},
    "small": {"y": (32, 32), "x": (40, 0)},
}
