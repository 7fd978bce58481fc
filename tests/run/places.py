import numpy as np
from attempts import attempt


def cases(module):
    yield "assigned", module.assigned()
    yield "of_structs", module.of_structs()
    yield "of_objects", [module.of_objects(0), attempt(module.of_objects, 3)]
    for n in (0, 2, 6, "a", 2.5):
        counter, out = module.Counter(), []
        yield f"count {n}", [attempt(counter.count, n, out), out]
    for n in (0, 1, 8):
        yield f"loops over places {n}", [module.loops_over_places(n, x := np.ones(3)), x]
