import numpy as np
from attempts import attempt

LOCKS_BY_GIL = "sums around which the threads take it"


def cases(module):
    # Nothing is added up, so both may be one array.
    rows, weights = np.ones((5, 3)), np.zeros(5)
    module.means(rows, np.zeros(5, np.intc), rows, weights, False)
    yield "one array, not added to", [rows, weights]
    for n, m, clusters in ((0, 3, 2), (1, 1, 1), (40, 3, 4), (5000, 2, 7)):
        # Exact in any order.
        x = (np.arange(n * m, dtype=float) % 17).reshape(n, m)
        labels = (np.arange(n) * 7 % (clusters + 1) - 1).astype(np.int32)
        centers, weights = np.ones((clusters, m)), np.zeros(clusters)
        module.means(x, labels, centers, weights)
        module.means(x, labels, centers, weights, False)
        yield f"means {n} {m}", [centers, weights]
        total, rough, number = np.ones(m), np.ones(m, np.float32), np.zeros(m, np.int32)
        module.halves(x, total, rough, number)
        yield f"halves {n} {m}", [total, rough, number]
        keys = (np.arange(n) * 31 % 97).astype(np.int64)
        bins, sums = np.ones(5, np.int64), np.ones(5)
        module.counted(keys, bins)
        module.locked(keys, bins, sums)
        module.guarded(keys, bins)
        least = np.full(5, 50, np.int64)
        module.locked_perhaps(keys, least, bins, True)
        module.locked_perhaps(np.arange(5), least, bins, False)
        yield f"bins {n}", [bins, sums, least]
        out, rows = np.zeros(n), np.zeros(n)
        module.checked(keys.astype(float), out, 1.5, 2)
        module.largest_of_rows(x - 3, rows)
        yield f"checked {n} {m}", [out, rows]
    yield "rest", [module.sum_of_rest(np.arange(4.0)), module.sum_of_rest(np.ones(1))]
    yield "raised", attempt(module.checked, np.ones(5), np.zeros(5), 1.0, 200)


def traced(module):
    x = np.ones((4, 3))
    module.means(x, np.zeros(4, np.int32), np.zeros((2, 3)), np.zeros(2))
    keys, bins = np.arange(4), np.zeros(2, np.int64)
    module.counted(keys, bins)
    module.locked(keys, bins, np.zeros(2))
    module.guarded(keys, bins)
    module.locked_perhaps(keys, np.zeros(2, np.int64), bins, True)
    module.checked(np.ones(4), np.zeros(4), 1.0, 1)
    module.largest_of_rows(np.ones((4, 3)), np.zeros(4))
    module.halves(np.ones((4, 3)), np.zeros(3), np.zeros(3, np.float32), np.zeros(3, np.int32))


BYTES = {
    "means": {"x": (96, 0), "labels": (16, 0), "centers": (48, 48), "weights": (16, 16)},
    "counted": {"keys": (32, 0), "bins": (16, 16)},
    "locked": {"keys": (32, 0), "bins": (16, 16), "sums": (16, 16)},
    "checked": {"x": (32, 0), "out": (0, 32)},
    "largest_of_rows": {"x": (96, 0), "out": (0, 32)},
    "locked_perhaps": {"keys": (32, 0), "least": (16, 16), "bins": (16, 16)},
    "guarded": {"keys": (32, 0), "bins": (16, 16)},
    "halves": {"x": (96, 0), "total": (24, 24), "rough": (12, 12), "number": (12, 12)},
}
