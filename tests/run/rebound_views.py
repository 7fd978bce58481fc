import numpy as np

SHAPES = ((5, 3, 2), (1, 1, 1), (0, 0, 0), (9, 2, 4), (2, 2, 2), (0, 3, 3), (4, 0, 5))


def cases(module):
    for n, rows, columns in SHAPES:
        x, y = np.arange(1.0, n + 1), np.ones((rows, columns))
        module.setup(y, x)
        yield f"all of {n}, {rows}, {columns}", [module.all_of(x, y), x]
        module.setup(y, x)
        yield f"parallel {n}, {rows}, {columns}", module.parallel(x, y, 1)
