"""Constants of other `.pxd` files."""

import numpy as np
from attempts import attempt


def cases(module):
    yield "sizes", module.sizes()
    yield "values", module.values()
    yield "named", [attempt(module.named, color) for color in (4, 5, 10, 7, "x")]
    for size in 0, 1, 20:
        x = np.zeros(size, np.intc)
        module.filled(x)
        yield f"filled {size}", x


BYTES = {"filled": {"x": (0, 80), "table": (28, 0)}}


def traced(module):
    module.filled(np.zeros(20, np.intc))
