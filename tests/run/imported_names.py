import numpy as np
from attempts import attempt


def cases(module):
    yield "cells", [module.cells(module.Grid(3, 0.5), at) for at in (3.7, -3.7, 0)]
    yield "no step", attempt(module.cells, module.Grid(3, 0), 1)
    yield "truths", [module.truths(True), module.truths(False, True), attempt(module.truths, 1), attempt(module.truths, "a")]
    yield "copied", module.copied(3, 4)
    yield "opened", module.opened(-1)
    yield "whole", [module.whole(-3.7, 2**40, "7", 200.5), module.whole(2.9, 1, 3.9, 1), attempt(module.whole, 1, 1, "a", 1)]
    for missing in (0, 1, 7):
        yield f"left {missing}", [module.left(missing, *rest) for rest in ((3, 3, 1), (3, 4, 1), (3, 4, 3))]
    x, out = np.arange(5.0), np.zeros(5)
    yield "each its own", [module.each_its_own(x, out), out.tolist()]
