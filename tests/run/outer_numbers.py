import numpy as np


def cases(module):
    for limit, bonus, large in ((5, 3, 1e30), (2, 0, 10.0), (7, 9, 3.0)):
        module.set_limits(limit, bonus, large)
        for n in (0, 1, 30):
            x = np.arange(n, dtype=float) - 2
            out, other, third = np.zeros(n), np.zeros(n), np.zeros(n)
            module.of_functions(x, out)
            module.of_regions(x, other)
            module.Grid(1.5).all(x, third)
            fourth = np.zeros(n)
            module.of_arrays(x, fourth)
            yield f"{limit} {bonus} {n}", [out, other, third, fourth]
        yield f"host {limit}", module.on_the_host(4.0)


def traced(module):
    module.of_functions(np.ones(4), np.zeros(4))
    module.of_regions(np.ones(4), np.zeros(4))
    module.Grid(2.0).all(np.ones(4), np.zeros(4))
    module.of_arrays(np.ones(4), np.zeros(4))


BYTES = {
    "of_functions": {"x": (32, 0), "out": (0, 32)},
    "of_regions": {"x": (32, 0), "out": (0, 32)},
    "all": {"x": (32, 0), "out": (0, 32)},
    "of_arrays": {"x": (32, 0), "out": (0, 32), "edges": (32, 0), "weights": (24, 0)},
}
