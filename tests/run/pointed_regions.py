import numpy as np

BYTES = {
    "seen": {"x": (0, 64)},
    "given": {"x": (0, 64)},
    "read": {"y": (64, 64)},
    "between": {"x": (384, 384)},
    "in_struct": {"x": (0, 64), "y": (0, 64)},
    "swapped": {"other": (64, 0), "one": (0, 64)},
    "temporary": {"y": (0, 64)},
}


def traced(module):
    for name in ("seen", "given", "read", "in_struct", "temporary"):
        getattr(module, name)(8)
    module.between(np.ones(8), 3)
    module.swapped(np.arange(8.0), np.zeros(8))


def cases(module):
    for n in (0, 1, 2, 100):
        for name in ("seen", "given", "read", "in_struct", "temporary"):
            yield f"{name} {n}", getattr(module, name)(n)
        x, y = np.arange(float(n)), np.ones(n)
        yield f"swapped {n}", [module.swapped(x, y), x, y]
        if n:
            for times in (0, 1, 3):
                yield f"between {n} {times}", [module.between(x, times), x]
