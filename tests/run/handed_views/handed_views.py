import sys

import numpy as np
from attempts import attempt

# Whose own module it is, and what is said where the others are of the other compiler.
REFUSED = {"host": "C function kit.tools.by_name has another type", "cython": "Error"}


BYTES = {"offloaded": {"x": (40, 0), "out": (0, 24)}, "tails": {"x": (96, 0), "out": (0, 24)}}


def traced(module):
    from kit import tools

    module.offloaded(np.ones(5), np.zeros(3))
    tools.tails(np.ones((4, 3)), np.zeros(3))


def cases(module):
    from kit import tools

    x = np.array([1.5, -2.0, 3.25, 8.0, 0.5])
    yield "functions", module.functions(x)
    before = sys.getrefcount(x)
    module.functions(x)
    yield "given back", sys.getrefcount(x) - before
    yield "fused", [attempt(module.fused, x.copy(), x.astype(np.float32)), tools.rescaled(x.copy(), 2.0)]
    yield "keeping", module.keeping(x.copy())
    yield "unlocked", module.unlocked(np.arange(12.0).reshape(3, 4))
    yield "pointers", module.pointers(x, 2)
    out = np.zeros(3)
    yield "offloaded", [module.offloaded(x, out), out]
    tools.tails(np.ones((4, 3)), out)
    yield "tails", out
    for which in range(8):
        yield f"failing {which}", attempt(module.failing, which, x)

    class Python(module.classes()[2]):
        def least(self, x):
            return sum(x)

    for make in *module.classes(), Python:
        rows = make(0.5)
        yield f"methods {make.__name__}", module.methods(rows, x.copy())
        yield f"called {make.__name__}", tools.called(rows, x.copy())
        yield f"many {make.__name__}", attempt(tools.called, rows, np.ones(6))
        if isinstance(rows, tools.Longer):
            yield f"longer {make.__name__}", module.longer(rows, np.arange(6.0).reshape(3, 2))
    yield "none", attempt(module.methods, module.classes()[0](), np.zeros(0))
    yield "references", sys.getrefcount(x) - before
