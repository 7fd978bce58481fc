import numpy as np

from attempts import attempt


def cases(module):
    for n in (0, 1, 2, 7, -1, -5):
        yield f"typed {n}", module.typed(n, n, max(n, 0), max(n, 0), n, max(n, 0))
        yield f"inferred {n}", module.inferred(n)
        yield f"objects {n}", [module.of_objects(0, n), module.of_objects(n, 3), attempt(module.of_objects, 0, "a")]
        yield f"ends {n}", [module.ends(n, stop) for stop in (-1, 0, 3)]
    yield "large objects", attempt(module.of_objects, -(2 ** 70), -(2 ** 70) + 3)
    yield "greatest", module.greatest(2 ** 32 - 1)
    yield "others", module.others()
    yield "hidden", module.hidden(lambda numbers: list(numbers)[1:], 4)
    for n in (0, 1, 2, 100):
        x = np.arange(n, dtype=float)
        yield f"without the GIL {n}", [module.without_gil(x), x]
        y = np.arange(3 * n, dtype=float).reshape(3, n)
        module.rows(y)
        yield f"rows {n}", y


def traced(module):
    module.rows(np.ones((3, 4)))


BYTES = {"rows": {"x": (96, 96)}}
