import numpy as np


def cases(module):
    for n in (-3, 0, 1, 7):
        x = np.arange(max(n, 0), dtype=float)
        module.call_twice(x, n)
        yield f"twice {n}", x
        yield f"head {n}", module.call_head(np.arange(max(n, 0)) + 2.0, n)
    for shape in ((0, 0), (0, 3), (3, 0), (1, 1), (4, 3)):
        x = np.arange(shape[0] * shape[1], dtype=np.float32).reshape(shape)
        sums = np.full(shape[0], -1, dtype=np.float32)
        module.call_rows(x, sums)
        y = np.full(shape, 9.0)
        module.call_filled(y)
        yield f"rows {shape}", [sums, y]
    for n, m in ((0, 3), (3, 0), (-1, 3), (3, -1), (-2, -2), (2, 3)):
        x = np.arange(max(n, 0) * max(m, 0), dtype=float)
        weights = np.arange(max(m, 0), dtype=float) if n > 0 else np.empty(0)
        module.call_weighted(x, weights, n, m)
        yield f"weighted {n} {m}", x


def traced(module):
    module.call_twice(np.arange(7.0), 7)
    module.call_rows(np.ones((4, 3), dtype=np.float32), np.zeros(4, dtype=np.float32))
    module.call_filled(np.zeros((4, 3)))
    module.call_weighted(np.arange(6.0), np.arange(3.0), 2, 3)
    module.call_head(np.ones(5), 4)


BYTES = {
    "twice": {"p": (56, 56)},
    "rows": {"x": (48, 0), "sums": (0, 16)},
    "filled": {"x": (0, 96)},
    "weighted": {"x": (48, 48), "weights": (24, 0)},
    "head": {"x": (8, 0)},
}
