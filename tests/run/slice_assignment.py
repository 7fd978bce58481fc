import numpy as np
from attempts import attempt


def cases(module):
    x = np.zeros((3, 4))
    yield "filled", (module.filled(x, 1, 2.5), x)
    yield "no number", attempt(module.filled, x, 1, "a")
    yield "outside", attempt(module.filled, x, 5, 1)
    x = np.zeros(5)
    module.all_of(x, 1.5)
    yield "all", x
    x = np.ones((3, 2, 2), np.int32)
    module.many(x)
    yield "many", x
    points = np.zeros(3, np.dtype([("x", "f8"), ("n", "i4")], align=True))
    module.of_structs(points, {"x": 1.5, "n": 4})
    yield "structs", points.tolist()
    x = np.zeros((3, 4))
    module.copied(x, np.arange(4.0))
    yield "copied", x
    module.copied(x, np.full(1, 9.0))
    yield "repeated", x
    yield "differing", [attempt(module.copied, x, np.zeros(n)) for n in (3, 0, 5)]
    yield "one", [attempt(module.one, np.zeros(4), np.zeros(n)) for n in (3, 1, 2)]
    x = np.arange(7.0)
    module.shifted(x)
    yield "shifted", x
    x = np.arange(9.0).reshape(3, 3)
    module.transposed(x)
    yield "transposed", x
    x = np.zeros((3, 2))
    module.without_gil(x, np.array([1.0, 2]))
    yield "without the GIL", x
    yield "differing without", attempt(module.without_gil, x, np.zeros(3))
    x = np.zeros((20, 3))
    module.in_parallel(x, np.array([1.0, 2, 3]))
    yield "parallel", x
    yield "differing in parallel", attempt(module.in_parallel, x, np.zeros(2))
    x = np.zeros((4, 3))
    module.offloaded(x, np.array([0, 1, 2, 5], np.int32))
    yield "offloaded", x
    x, y = np.zeros(6), np.zeros(6)
    module.beside_loops(x, y)
    yield "beside", (x, y)
    module.between(x, y)
    yield "between", (x, y)
    yield "sizes", [module.sizes(x) for x in (np.zeros((2, 3)), np.zeros((2, 3))[:, ::2], np.zeros((3, 2)).T)]


def traced(module):
    module.offloaded(np.zeros((4, 3)), np.array([0, 1, 2, 5], np.int32))
    module.beside_loops(np.zeros(6), np.zeros(6))
    module.between(np.zeros(6), np.zeros(6))


BYTES = {
    "offloaded": {"x": (0, 96), "n": (16, 0)},
    "beside_loops": {"x": (0, 48), "y": (0, 48)},
    "between": {"x": (96, 96), "y": (48, 0)},
}
