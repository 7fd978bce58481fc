import numpy as np

BYTES = {"count": {"x": (80, 0), "mask": (0, 40)}}


def cases(module):
    x = np.arange(10.0) - 5
    for strict in (True, False):
        mask = np.zeros(10, np.int32)
        yield f"strict {strict}", [module.count(x, strict, mask), mask]


def traced(module):
    module.count(np.arange(10.0), True, np.zeros(10, np.int32))
