import numpy as np


def cases(module):
    yield "uses", module.uses(6.25, 3)
    yield "total", module.total(np.arange(100.0))
    yield "under other names", module.under_other_names(10)
    yield "with its path", module.with_its_path(10)
    yield "in C", [module.in_turn(0), module.in_turn(7)]
    yield "in a method", module.Python().method(3)
    yield "imported", module.imported(3)


def traced(module):
    module.total(np.arange(100.0))


BYTES = {"total": {"x": (800, 0)}}
