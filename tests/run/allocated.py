import numpy as np


def cases(module):
    for n in (0, 1, 9):
        order = np.arange(n, dtype=np.int32)[::-1].copy()
        x = np.arange(n, dtype=float)
        module.scattered(x, order, n)
        y = np.sin(np.arange(n * 4.0)).reshape(n, 4)
        yield f"{n}", [x, module.best(y, order)]
    x = np.zeros(0)
    module.scattered(x, np.zeros(0, dtype=np.int32), -4)
    yield "none", x


def traced(module):
    order = np.arange(9, dtype=np.int32)
    module.scattered(np.arange(9.0), order, 9)
    module.best(np.ones((9, 2)), order)


BYTES = {
    "scattered": {"x": (72, 0), "order": (36, 0), "p": (72, 72), "q": (36, 36), "r": (72, 72)},
    "best": {"x": (144, 0), "order": (36, 0), "found": (144, 144), "seen": (10, 10)},
}
