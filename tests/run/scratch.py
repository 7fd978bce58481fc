import numpy as np


def cases(module):
    for n, m in ((0, 3), (1, 1), (5, 4), (300, 5)):
        x = np.sin(np.arange(n * m, dtype=float)).reshape(n, m)
        out, middle = np.zeros(n), np.zeros(n)
        module.rows(x, out)
        module.medians(x, middle, (np.arange(n) % 3 == 1).astype(np.int32))
        weighted = np.zeros(n)
        module.weighted(out, weighted)
        yield f"{n} {m}", [out, middle, weighted]


def traced(module):
    x = np.ones((4, 3))
    module.rows(x, np.zeros(4))
    module.medians(x, np.zeros(4), np.zeros(4, dtype=np.int32))
    module.weighted(np.ones(4), np.zeros(4))


BYTES = {
    "rows": {"x": (96, 0), "out": (0, 32)},
    "medians": {"x": (96, 0), "out": (0, 32), "skipped": (16, 0)},
    "weighted": {"x": (32, 0), "out": (0, 32)},
}
