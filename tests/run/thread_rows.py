import numpy as np
from attempts import attempt


def cases(module):
    for n, m in ((0, 3), (3, 0), (1, 1), (4, 3), (2, 9), (700, 5)):
        # Exact in any order of operations.
        x = (np.arange(n * m) * 7 % 23 - 5.0).reshape(n, m)
        out = np.full((5, n), -1.0)
        width = module.in_rows(x, out[0])
        module.in_blocks(x, out[1], True)
        module.in_blocks(x, out[2], False)
        module.in_rows(x[::-1], out[3])
        module.spread(x, out[4], m)
        yield f"rows {n} {m}", [width, out]
        both = x.copy()
        module.filtered(both, 4)
        yield f"filtered {n} {m}", both
        keys = x.astype(np.int64) + 5
        counts = np.zeros(n, np.int64)
        module.repeated(keys, counts, 3)
        yield f"repeated {n} {m}", counts
    yield "no row", attempt(module.row_of_nothing, np.zeros(4))


def traced(module):
    x, out = np.ones((4, 3)), np.zeros(4)
    module.in_rows(x, out)
    module.in_blocks(x, out, True)
    module.filtered(x, 2)
    module.repeated(np.ones((4, 3), np.int64), np.zeros(4, np.int64), 1)
    module.spread(x, out, 3)
    module.row_of_nothing(np.zeros(0))


BYTES = {
    "in_rows": {"x": (96, 0), "out": (0, 32)},
    "in_blocks": {"x": (96, 0), "out": (0, 32)},
    "filtered": {"x": (192, 192)},
    "repeated": {"keys": (96, 0), "out": (32, 32)},
    "spread": {"x": (96, 0), "out": (0, 32)},
    "row_of_nothing": {"out": (0, 0)},
}
