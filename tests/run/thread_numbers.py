import numpy as np


def cases(module):
    # As many rows as Cython's threads may need; all that is in them is added up.
    for n, bins in ((0, 3), (1, 1), (4000, 9)):
        x = (np.arange(n) * 7 % 101 - 3).astype(float)
        counts, sums = np.zeros((64, bins)), np.zeros((64, bins))
        module.histogram(x, counts, sums)
        keys = (np.arange(n) * 31 % 97).astype(np.int64)
        wide, out = np.ones((64, bins), np.int64), np.zeros(n, np.int64)
        module.in_a_block(keys, wide)
        module.first(keys, out)
        yield f"histogram {n} {bins}", [counts.sum(axis=0), sums.sum(axis=0)]
        yield f"in a block {n} {bins}", wide.sum(axis=0)
        yield f"first {n}", out


def traced(module):
    keys = np.arange(4)
    module.histogram(np.ones(4), np.zeros((2, 3)), np.zeros((2, 3)))
    module.in_a_block(keys, np.zeros((2, 3), np.int64))
    module.first(keys, np.zeros(4, np.int64))


BYTES = {
    "histogram": {"x": (32, 0), "counts": (24, 24), "sums": (24, 24)},
    "in_a_block": {"keys": (32, 0), "counts": (24, 24)},
    "first": {"keys": (32, 0), "out": (0, 32)},
}
