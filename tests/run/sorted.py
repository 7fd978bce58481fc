import numpy as np


def cases(module):
    for n, m in ((0, 2), (1, 1), (20, 7), (3, 600)):
        # Keys that are all different: the order of equal ones is unspecified.
        x = (np.arange(n * m) * 7919 % max(n * m, 1)).reshape(n, m).astype(float)
        up, down, out = np.zeros((n, m), np.int32), np.zeros((n, m), np.int32), np.zeros(n)
        module.argsort(x, up, False)
        module.argsort(x, down, True)
        x[n // 2:] -= 3
        module.medians(x, out)
        module.timed(out, n > 2)
        yield f"{n} {m}", [up, down, out]


def traced(module):
    x = np.ones((4, 3))
    module.argsort(x, np.zeros((4, 3), np.int32), False)
    module.medians(x, np.zeros(4))
    module.timed(np.zeros(4), True)


BYTES = {
    "argsort": {"x": (96, 0), "places": (48, 48)},
    "medians": {"x": (96, 0), "out": (0, 32)},
    "timed": {"x": (32, 32)},
}
