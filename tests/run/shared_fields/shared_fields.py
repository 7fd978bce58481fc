import gc
import sys

import numpy as np
from attempts import attempt

BYTES = {"offloaded": {"solid.grid": (0, 56), "solid.x": (32, 0), "solid.weights": (16, 0)}}


def traced(module):
    from kit import shapes

    module.offloaded(shapes.Solid(4))


def cases(module):
    from kit import shapes

    own, plain = module.heirs()
    kinds = {
        "shape": lambda: shapes.Shape(4, "label"), "solid": lambda: shapes.Solid(4, [1]),
        "mine": lambda: own(4, np.arange(5.0)), "plain": lambda: plain(4),
    }
    for label, make in kinds.items():
        yield f"read {label}", module.read(make())
        yield f"changed {label}", attempt(module.changed, make(), np.arange(12.0)[::3], label)
        yield f"emptied {label}", module.emptied(make())
        yield f"given {label}", [np.asarray(part) for part in module.given(make())]
        yield f"unlocked {label}", module.unlocked(make(), 2)
        yield f"python {label}", [np.asarray(make().grid), make().n, make().before]
        for which in range(6):
            yield f"failing {label} {which}", attempt(module.failing, which, make())
    yield "none", attempt(module.read, None)
    for label in ("solid", "mine"):
        yield f"offloaded {label}", module.offloaded(kinds[label]())
        yield f"weighed {label}", module.weighed(kinds[label](), np.arange(3, dtype=np.float32))
        yield f"other weights {label}", attempt(module.weighed, kinds[label](), np.arange(3))
    yield "placed", module.placed(np.arange(3))
    yield "swapped", own(2, np.arange(3.0)).swapped()

    class Python(own):
        more = 3

    yield "python's heir", [module.read(Python(3, np.ones(2))), module.unlocked(Python(3, np.ones(2)), 1)]
    x = np.arange(3.0)
    before = sys.getrefcount(x)
    yield "replaced", [module.replaced(7, x), module.replaced(8, x)]
    gc.collect()
    yield "given back", sys.getrefcount(x) - before

