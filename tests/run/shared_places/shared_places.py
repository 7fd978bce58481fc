import gc
import sys

import numpy as np
from attempts import attempt

# Cython's modules would take offcy's memoryviews for their own.

def cases(module):
    from kit import shapes

    mine, plain = module.heirs()
    view = np.arange(7.0, 9.0)
    for label, make in {
        "shape": lambda: shapes.Shape(3, "label"), "solid": lambda: shapes.Solid(3), "mine": lambda: mine(3, view),
        "plain": lambda: plain(3, "plain"),
    }.items():
        shape = make()
        yield f"used {label}", [module.used(shape), module.used(shape), shape.n]
        yield f"dense {label}", attempt(module.dense, make())
    before = sys.getrefcount(view)
    for _ in range(5):
        shape = mine(2, view)
        shape.own.append(shape)
    del shape
    gc.collect()
    yield "given back", sys.getrefcount(view) - before
    yield "held", [mine(2, view).own, mine(2, view).last]
