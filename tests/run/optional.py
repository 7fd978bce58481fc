import numpy as np
from attempts import attempt


def cases(module):
    yield "calls", [module.calls(a) for a in (0, 1, -2)]
    yield "from_c", module.from_c(3)
    yield "from Python", [module.scaled(3), module.scaled(3, 2.5), module.scaled(3, by=4)]
    yield "too few", attempt(module.scaled)
    yield "objects", module.objects(7)
    x, y = np.arange(12.0).reshape(3, 4), np.zeros(3)
    yield "in_a_region", [module.in_a_region(x, y), y]


def traced(module):
    module.in_a_region(np.zeros((3, 4)), np.zeros(3))


BYTES = {"in_a_region": {"x": (96, 0), "y": (0, 24)}}
