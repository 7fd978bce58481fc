import numpy as np


def grid(n, m):
    return np.arange(n * m, dtype=float).reshape(n, m)


def cases(module):
    for n, m in ((1, 2), (3, 4)):
        order = np.arange(m, dtype=np.int32)[::-1].copy()
        for k in range(n):
            a, out = grid(n, m), np.zeros(m)
            module.gathered(a, out, order, k)
            b = grid(n, m)
            if k > 0:
                module.both(b, order, k)
            yield f"{n} {m} {k}", [a, out, b]
        c = grid(n, m)
        module.in_loop(c, order)
        out = np.zeros(m)
        module.handed_on(c, out, order)
        yield f"{n} {m}", [c, out]
        total = np.zeros(1)
        module.of_a_struct(c, total, order)
        yield f"struct {n} {m}", total
    empty = np.zeros(0, dtype=np.int32)
    a, out = grid(2, 2), np.zeros(0)
    module.gathered(a, out, empty, -1)
    module.both(a, empty, 1)
    yield "empty", a


def traced(module):
    order = np.arange(4, dtype=np.int32)
    module.gathered(grid(3, 4), np.zeros(4), order, 1)
    module.both(grid(3, 4), order, 1)
    module.handed_on(grid(3, 4), np.zeros(4), order)
    module.in_loop(grid(1, 4), order)
    module.of_a_struct(grid(1, 4), np.zeros(1), order)


BYTES = {
    "gathered": {"a": (192, 0), "out": (32, 64), "order": (32, 0)},
    "both": {"a": (96, 96), "order": (16, 0)},
    "handed_on": {"a": (96, 0), "out": (0, 32), "order": (16, 0)},
    "of_a_struct": {"table.values": (0, 32), "table.keys": (16, 0)},
    "in_loop": {"a": (32, 32), "order": (16, 0)},
}
