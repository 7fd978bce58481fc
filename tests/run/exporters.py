import contextlib
import io
import sys

import numpy as np
from attempts import attempt


def unheard(action):
    """What Python says of a failure that nobody can be told of."""
    heard = []
    before, sys.unraisablehook = sys.unraisablehook, lambda what: heard.append(str(what.exc_value))
    try:
        action()
    finally:
        sys.unraisablehook = before
    return heard


def cases(module):
    for fortran in (False, True):
        grid = module.Grid(fortran)
        yield "total", [module.total(grid), module.doubled(grid), grid.owner, module.log()]
        yield "array", np.array(np.asarray(grid))
    view = memoryview(module.Grid())
    yield "memoryview", [view.format, view.shape, view.strides, view.tolist(), bytes(view)]
    yield "released", [view.release(), module.log()[-1]]
    yield "refused", [attempt(module.total, module.Refusing()), bytes(memoryview(module.Refusing())), module.log()]
    yield "loud", [unheard(lambda: memoryview(module.Loud()).release()), module.log()]
