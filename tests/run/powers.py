import math

import numpy as np
from attempts import attempt

MESSAGE = (
    "Cannot convert 'complex' with non-zero imaginary component to 'double' (this most likely comes from the '**' "
    "operator; use 'cython.cpow(True)' to return 'nan' instead of a complex number)."
)


class Model:
    """What the module does; Cython computes some of these by complex logarithms, which differ in the last bit."""

    def real(self, x, p):
        value = x**p
        if isinstance(value, complex):
            raise TypeError(MESSAGE)
        return value

    def direct(self, x, p):
        """What becomes a C number at once."""
        value = x**p
        return math.nan if isinstance(value, complex) else value

    def root(self, x):
        return self.direct(x, 0.5)

    def sum_of(self, x, p):
        return self.real(x, p) + 1

    def not_as_c(self, x, p):
        return self.real(x, p)

    def general(self, x, p):
        return 2 * self.real(x, p)

    def as_object(self, x, p):
        return x**p

    def kept(self, x):
        return x**0.5

    def of_int(self, n):
        return self.direct(float(n), 0.5)

    def whole(self, x, n):
        return x**2.0 + x**n

    def in_place(self, x):
        return self.direct(x, 1.5)

    def as_c(self, x):
        return math.nan if x < 0 else x**0.5

    def roots(self, x, p):
        x[:] = [self.direct(value, p) for value in x.tolist()]


def model():
    return Model()


def cases(module):
    for x in (2.0, 4.0, 0.0, -4.0):
        yield f"root {x}", attempt(module.root, x)
        yield f"kept {x}", module.kept(x)
        yield f"integer {x}", attempt(module.of_int, int(x))
        yield f"in place {x}", attempt(module.in_place, x)
        yield f"C {x}", module.as_c(x)
        for p in (0.25, 3.0, -2.0, 2.5):
            if x or p > 0:
                named = [attempt(function, x, p) for function in (module.general, module.sum_of, module.not_as_c)]
                yield f"{x} to {p}", [named, module.as_object(x, p)]
    yield "whole", module.whole(-3.0, 3)
    x = np.linspace(0, 5, 20)
    module.roots(x, 0.3)
    yield "roots", x
    x = np.linspace(-2, 5, 20)
    negative = x.copy()
    module.roots(negative, 0.3)
    yield "complex", np.isnan(negative)
    module.roots(x, 2.0)
    yield "squares", x


def traced(module):
    module.roots(np.linspace(0, 5, 20), 0.3)


BYTES = {"roots": {"x": (160, 160)}}
