import numpy as np
from attempts import attempt

FORMS = range(7)


def cases(module):
    for n in (0, 1, 2, 7, 1000):
        for counts in (False, True):
            x, out = np.arange(float(n)), np.full(n, -5.0)
            yield f"in the kernel {n} {counts}", [module.in_the_kernel(out, counts), out]
            yield f"pointers, parts {n} {counts}", [module.total_of_pointers(n, counts), module.total_of_parts(x, counts)]
            for form in FORMS:
                out = np.full(n, -5.0)
                module.each(form, out, counts)
                yield f"{form} {n} {counts}", [module.total(form, n, counts), out]
    yield "raised", attempt(module.total, 1, 1001, True)


def traced(module):
    module.total(0, 4, True)
    module.total_of_pointers(4, True)
    module.each(0, np.zeros(4), True)
    module.in_the_kernel(np.zeros(4), True)
    module.total_of_parts(np.zeros(4), True)


BYTES = {
    "total": {},
    "total_of_pointers": {},
    "each": {"out": (0, 32)},
    "in_the_kernel": {"out": (0, 32)},
    "total_of_parts": {"x": (32, 0)},
}
