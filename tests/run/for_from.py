import numpy as np


def cases(module):
    for n in 0, 1, 2, 5, -3:
        for a in 0, 2, -1:
            for name in "up", "both_ends", "down":
                yield f"{name} {a} {n}", getattr(module, name)(a, n)
        yield f"left {n}", module.left(n)
        if n:
            yield f"nested {n}", module.nested(abs(n))
        yield f"in_a_region {n}", [values := np.zeros(3), module.in_a_region(values, n)]
        yield f"by_three {n}", module.by_three(abs(n) * 2)
    yield "small", module.small(255)


def traced(module):
    module.in_a_region(np.zeros(3), 4)


BYTES = {"in_a_region": {"y": (0, 24)}}
