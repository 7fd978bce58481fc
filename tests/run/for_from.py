import numpy as np
from attempts import attempt


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
        yield f"stepped {n}", module.stepped(0, n, 0.25)
        yield f"changed {n}", [module.changed(n, 1, 1), module.changed(n * 3, 2, 2)]
        yield f"of_python {n}", [module.of_python(n, -2)]
        yield f"in_a_comprehension {n}", module.in_a_comprehension(n)
        yield f"floats_of_python {n}", module.floats_of_python(0, n, 0.5)
        yield f"without_the_gil {n}", module.without_the_gil(n, 0.5)
        yield f"types {n}", module.types(n, n - 1, 1.5, n)
        yield f"unsigned_down {n}", module.unsigned_down(abs(n), abs(n) * 3, abs(n))
    yield "small", module.small(255)
    yield "wrong", attempt(module.stepped, 0, "b", 1)
    yield "wrong object", attempt(module.floats_of_python, None, 2, 1.0)


def traced(module):
    module.in_a_region(np.zeros(3), 4)


BYTES = {"in_a_region": {"y": (0, 24)}}
