import numpy as np
from attempts import attempt


def cases(module):
    yield "values", module.values(2.0, 5)
    yield "more", module.values(-1.0, 2)
    yield "object", module.object_of("a", 4)
    yield "unlocked", module.unlocked(1.5)
    yield "bits", module.bits_of([0, 5, 33, 127])
    for which in range(8):
        yield f"refused {which}", attempt(module.refused, which)
    from tools import series

    for n in 4, -2:
        yield f"of fused {n}", attempt(module.of_fused, 1.5, n)
    gauge = series.Gauge(2)
    yield "of classes", str(attempt(module.of_classes, np.arange(4.0), gauge, 1.5))[:1]
    yield "levels", attempt(lambda: [str(part).split(" at ")[0] for part in module.of_classes(np.arange(4.0), gauge, 1.5)])
    yield "no array", [attempt(module.of_classes, [1.0], gauge, 1), attempt(module.of_classes, np.zeros((2, 2)), gauge, 1)]
    yield "lowered", attempt(module.of_classes, np.zeros(2), gauge, -1)
    for n in 3, 8:
        yield f"of variables {n}", module.of_variables(n)
    yield "exchanged", module.exchanged(3)
    yield "theirs", [series.own(3), series.optional(1, 2.5)]
    for which in range(8):
        yield f"imported {which}", attempt(series.imported, which)
    yield "exported", sorted((name, repr(capsule).split('"')[1]) for name, capsule in series.__pyx_capi__.items() if "[" not in name)
    yield "in arrays", module.in_arrays(0.5)
