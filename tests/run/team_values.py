import numpy as np
from attempts import attempt


def counts():
    return np.array([0, 5, 3, 0, 7, 1, 6, 2], "i4")


def cases(module):
    def matrix(dtype="f8"):
        return np.arange(8 * 100, dtype=dtype).reshape(8, 100)

    numbers = np.arange(8.0)
    x = matrix()
    yield "changed", [module.changed(x, numbers), x]
    for name in ("counted", "structs", "dropped", "lowered"):
        x = matrix()
        yield name, [getattr(module, name)(x, counts()), x]
    yield "summed", module.summed(matrix(), numbers)
    x = matrix("c16")
    yield "complex ones", [module.complex_ones(x, numbers * (1 + 2j)), x]
    for last in (2, 100, -1, 101):
        x = matrix()
        result = attempt(module.checked, x, np.append(counts()[:7], np.array([last], "i4")))
        yield f"checked {last}", [result, x if last < 101 else None]
    x, left = matrix(), counts()
    yield "drained", [module.drained(x, left), x, left]
    x = matrix()
    yield "between", [module.between(x), x]
    x, y = matrix(), numbers.copy()
    yield "emptied", [module.emptied(x, y), x, y]
    x = matrix()
    yield "in array", [module.in_array(x, numbers), x]


def traced(module):
    x, z, y = np.zeros((8, 100)), np.zeros((8, 100), "c16"), np.ones(8)
    module.changed(x, y)
    module.counted(x, counts())
    module.summed(x, y)
    module.complex_ones(z, y + 0j)
    module.structs(x, counts())
    module.checked(x, counts())
    module.dropped(x, np.ones(8, "i4"))
    module.lowered(x, counts())
    module.in_array(x, y)
    module.drained(x, counts())
    module.between(x)
    module.emptied(x, y)


X = {"x": (6400, 6400)}
COUNTS = {"counts": (32, 0)}
BYTES = {
    "changed": {**X, "y": (64, 0)},
    "counted": {**X, **COUNTS},
    "summed": {"x": (6400, 0), "y": (64, 0)},
    "complex_ones": {"x": (12800, 12800), "y": (128, 0)},
    "structs": {**X, **COUNTS},
    "checked": {**X, **COUNTS},
    "dropped": {**X, **COUNTS},
    "lowered": {**X, **COUNTS},
    "in_array": {**X, "y": (64, 0)},
    "drained": {**X, "counts": (32, 32)},
    "between": X,
    "emptied": {**X, "y": (64, 64)},
}
