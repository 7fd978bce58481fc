"""Complex numbers of integers."""

import numpy as np
from attempts import attempt


def parts(count):
    generator = np.random.default_rng(count)
    return generator.integers(-9, 9, count), generator.integers(-9, 9, count)


def cases(module):
    for a, b in ((4, 2), (6 + 9j, 3j), (29 - 11j, -5 + 7j), (2.9 + 3.9j, True), (65536, 32768), (0, 0)):
        yield f"arithmetic {a} {b}", module.arithmetic(a, b)
        yield f"divided {a} {b}", attempt(module.divided, a, b)
        yield f"mixed {a} {b}", module.mixed(a, 1.5, b, a != 4, 7)
        yield f"of parts {a} {b}", module.of_parts(a, b, a * b)
        yield f"of doubles {a} {b}", module.of_doubles(a.real, b)
        yield f"called {a}", module.called(a)
        if b:
            yield f"in c {a} {b}", module.divided_as_in_c(a, b)
    yield "powers", module.powers(1 + 2j)
    for wrong in ("a", None, [], 1 << 2000):
        yield f"wrong {type(wrong).__name__}", attempt(module.called, wrong)
    yield "optional", (module.optional(), module.optional(5, 7j))
    for count in (0, 1, 50, 3000):
        yield f"summed {count}", module.summed(*parts(count))



BYTES = {"summed": {"re": (400, 0), "im": (400, 0)}}


def traced(module):
    module.summed(*parts(50))
