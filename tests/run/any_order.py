import math

import numpy as np

BYTES = {"in_region": {"x": (800, 0)}}


def cases(module):
    rng = np.random.default_rng(7)
    for size in (0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 64, 1000):
        # Sums of these are exact, in any order.
        x = rng.integers(-1000, 1000, size) * 0.25
        for step in (1, 2, -1):
            y = np.repeat(x, 2)[::2] if step == 2 else x[::step]
            yield ("added", size, step), module.added(y)
            yield ("subtracted", size, step), module.subtracted(y.astype("f4"))
            yield ("wide", size, step), module.wide((y % 8).astype("f4"), y % 8)
            yield ("complex", size, step), module.complex_sum(y + 1j * y[::-1])
            yield ("chosen", size, step), module.chosen(y)
            yield ("region", size, step), module.in_region(y)
            yield ("team", size, step), module.in_team(y)
        yield ("multiplied", size), module.multiplied(2.0 ** rng.integers(-3, 3, size))
        yield ("ordered", size), module.ordered(rng.normal(size=size))
        rows = rng.normal(size=(5, size))
        sums = np.zeros(5)
        module.of_rows_alone(rows, sums)
        yield ("rows alone", size), sums
        yield ("rows", size), module.of_rows(np.round(rows * 4))
        for n in (size - 1, size, size + 1):
            try:
                yield ("fails", size, n), module.fails(x, n)
            except IndexError as error:
                yield ("fails", size, n), str(error)
    for values in ([math.inf, 1.0], [math.inf, -math.inf, 2.0], [math.nan, 1.0, 2.0, 3.0], [-0.0] * 4):
        yield ("special", str(values)), repr(module.added(np.array(values)))


def traced(module):
    module.in_region(np.ones(100))
