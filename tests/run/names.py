import builtins

import numpy as np
from attempts import attempt


def cases(module):
    yield "register", module.register(1)
    yield "register by name", module.register(auto=1, restrict=2.5, I=3)
    yield "printf", module.printf(3, 5)
    yield "größe", module.größe(1.5)
    array = np.zeros(5)
    yield "regions", [module.regions(np.arange(5.0), array, 4), array]
    for shape in [(0, 3), (1, 2), (5, 4)]:
        yield f"lookalikes of {shape}", module.lookalikes(np.arange(20.0)[:np.prod(shape)].reshape(shape), 2.5, 3, 4, 5, 6)
    yield "methods", [module.methods(2.0), module.methods_py(3), module.methods.__doc__]
    frozen = getattr(builtins, "frozendict", dict)
    yield "frozen", [attempt(module.frozen, given, "a") for given in [frozen(a=1), None, [1]]]
    yield "kinds", [attempt(module.kind, value) for value in [frozen(a=1), [1], 1.5, None, "text"]]
    yield "others", module.others("text")
    yield "operator", [module.modules(), module.products([2, 3]), module.indexed(2)]


def traced(module):
    module.regions(np.arange(5.0), np.zeros(5), 4)
    module.lookalikes(np.ones((5, 4)), 2.5, 3, 4, 5, 6)


BYTES = {"regions": {"X": (40, 0), "X_n0": (0, 40)}, "lookalikes": {"x": (128, 0)}}
