import sys

import numpy as np
from attempts import attempt


def cases(module):
    from kit import store

    yield "seen", module.seen()
    for value in 7, "x", (1, 2):
        yield f"changed {value}", (module.changed(value), store.state())
    yield "by its module", store.state()
    yield "replaced", module.replaced(9)
    yield "yielded", list(module.yielded())
    for value in [1], 5, None, {2: 3}:
        yield f"of class {value}", (attempt(module.of_wrong_class, value), store.state()[1])
    for n in 0, 1, 5:
        yield f"region {n}", module.through_a_region(np.arange(float(n)))
    yield "partners", module.partners(3)
    held = object()
    module.changed(held)
    before = sys.getrefcount(held)
    for _ in range(100):
        module.changed(held)
        module.seen()
    yield "held", sys.getrefcount(held) - before - 100
    store.reset()
    yield "given back", (sys.getrefcount(held) - before, module.seen())


def traced(module):
    module.through_a_region(np.arange(2.0))


BYTES = {"through_a_region": {"x": (16, 16)}}
