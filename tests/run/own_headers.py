import numpy as np


def cases(module):
    for n in (0, 1, 9):
        x = np.linspace(0, 5, n)
        module.roots(x)
        k = np.arange(-n, n)
        module.sizes(k)
        yield f"{n}", [x.astype(np.float32), k]  # `roots` computes floats


def traced(module):
    module.roots(np.linspace(0, 5, 9))
    module.sizes(np.arange(-9, 9))


BYTES = {"roots": {"x": (72, 72)}, "sizes": {"x": (144, 144)}}
