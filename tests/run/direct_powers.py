import numpy as np


def cases(module):
    for x in (2.0, 4.0, 0.0, -4.0):
        yield f"root {x}", module.root(x)
        for p in (0.25, 3.0, 2.5):
            given = [module.floats(x, p), module.given(x, p), module.filled(abs(x), p), module.in_places(np.array([x, x]), p)]
            yield f"{x} to {p}", given
            yield f"C {x} to {p}", module.as_c(x, p, int(x), 3)
    for a in (-3, 0, 1, 2):
        for b in (0, 1, 2, 5):
            yield f"integers {a}, {b}", module.of_ints(a, b, b, b)
    x = np.linspace(-2, 5, 20)
    module.roots(x, 0.3)
    yield "roots", x
    x = np.arange(20)
    module.exponents(x, 3)
    yield "exponents", x


def traced(module):
    module.roots(np.linspace(0, 5, 20), 0.3)
    module.exponents(np.arange(20), 3)


BYTES = {"roots": {"x": (160, 160)}, "exponents": {"x": (160, 160)}}
