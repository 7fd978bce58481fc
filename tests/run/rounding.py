import itertools
import math

import numpy as np

NUMBERS = [0.0, 0.25, 0.49999999999999994, 0.5, 0.75, 1.0, 1.5, 2.5, 3.5, 1e9 + 0.5, 2.0**31, 2.0**51 + 0.5, 2.0**51 + 1.5,
           2.0**52 - 0.5, 2.0**52, 2.0**52 + 1, 2.0**53, 2.0**63, 2.0**64, 1e300, 5e-324, 1e-310, math.inf, math.nan]
FLOATS = [0.49999997, 2.0**22 + 0.5, 2.0**23 - 0.5, 2.0**23, 2.0**24, 3e38, 1e-45]
BYTES = {"of_parallel": {"x": (2400, 0), "results": (0, 2400)}}


def bits(values):
    """-0.0 is not 0.0; all NaN are one."""
    return [("nan" if math.isnan(value) else float(value).hex()) for value in values]


def cases(module):
    for number in itertools.chain(NUMBERS, FLOATS):
        for x in (number, -number):
            yield ("double", x), bits(module.of_double(x))
            yield ("float", x), bits(module.of_float(x))
            if abs(x) < 1e9:
                yield ("both", x), bits(module.of_both(x))
                yield ("pointer", x), bits([module.of_pointer(x)])
            for y in (3.0, -0.25):
                yield ("floored", x, y), bits(module.floored(x, y))
    rng = np.random.default_rng(5)
    for size in (0, 1, 2, 3, 7, 16, 300):
        x = rng.normal(size=size) * 10.0 ** rng.integers(-2, 18, size=size)
        results = np.zeros((6, size))
        module.of_elements(x, results)
        yield ("elements", size), [bits(row) for row in results]
        module.of_elements(x[::-1], results)
        yield ("elements backwards", size), [bits(row) for row in results]
        sums = np.zeros(size)
        module.of_parallel(x, sums)
        yield ("parallel", size), bits(sums)


def traced(module):
    module.of_parallel(np.arange(300) * 0.3, np.zeros(300))
