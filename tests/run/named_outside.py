import numpy as np


def cases(module):
    yield "values", module.values()
    yield "types", module.types()
    yield "threads", module.threads()
    yield "sizes", module.sizes()
    x = np.arange(5.0)
    module.region(x)
    yield "a region", x
    yield "defaults", [module.default(), module.default(1, scale=2)]
    yield "attributes", module.attribute(module.Python())
    yield "names", [hasattr(module, name) for name in ("OPENMP", "SIZE", "LEVEL", "before")]


def traced(module):
    module.region(np.arange(5.0))


BYTES = {"region": {"x": (40, 40)}}
