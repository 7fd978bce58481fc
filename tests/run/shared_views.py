import numpy as np


def cases(module):
    x, y = np.arange(4.0), np.arange(4.0) * 10
    yield "swapped", [module.swapped(x, y), x, y]
    x, y = np.arange(4.0), np.arange(4.0) * 10
    yield "kept", [module.kept(x, y), x, y]
    table = np.arange(12.0).reshape(4, 3)
    yield "from_inside", [module.from_inside(table), table]
    yield "total", module.total(np.arange(10.0))
    yield "stepped", module.stepped(5)


BYTES = {
    "from_inside": {},
    "kept": {"x": (32, 64)},
    "row": {"table": (168, 168)},
    "stepped": {},
    "step": {"values": (160, 160)},
    "swapped": {"x": (96, 96)},
    "total": {"x": (80, 0)},
}


def traced(module):
    x, y = np.arange(4.0), np.arange(4.0) * 10
    module.swapped(x, y)
    module.kept(x, y)
    module.from_inside(np.arange(12.0).reshape(4, 3))
    module.total(np.arange(10.0))
    module.stepped(5)
