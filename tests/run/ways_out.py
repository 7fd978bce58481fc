import numpy as np
from attempts import attempt


def cases(module):
    for how in range(5):
        x = np.arange(4.0)
        yield f"leave {how}", [attempt(module.leave, x, how), x]
    for n in (0, 3):
        y = np.full(n, 9.0)
        yield f"nested {n}", [module.nested(np.arange(float(n)), y), y]
    yield "host", module.host(np.arange(50.0), 50)
    yield "host, negative ones", module.host(np.arange(50.0) - 5, 50)
    yield "host, too far", attempt(module.host, np.arange(50.0), 51)
    yield "calls", attempt(module.calls, np.arange(3.0), 1)
    yield "waits 7", module.waits([1, 2, 4, 100])
    yield "waits", module.waits([20, 30])
    yield "waits, wrong", attempt(module.waits, ["x"])
    yield "waits, none", attempt(module.waits, 3)


def traced(module):
    module.leave(np.arange(4.0), 0)
    module.nested(np.arange(3.0), np.zeros(3))


BYTES = {"leave": {"x": (96, 96)}, "nested": {"x": (24, 0), "y": (0, 24)}}
