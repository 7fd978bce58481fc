import numpy as np


def cases(module):
    for n in (2, 5, 1000):
        for times in (0, 1, 3):
            x, y = np.ones(n), np.arange(n, dtype=float)
            yield f"{n} {times}", [module.peeking(x, times), x, module.with_regions(y, times), y]


def traced(module):
    module.peeking(np.ones(5), 2)
    module.with_regions(np.ones(5), 2)


BYTES = {
    "peeking": {"x": (160, 160)},
    "with_regions": {"x": (80, 80)},
    "bump": {"y": (80, 80)},
}
