import numpy as np


def cases(module):
    for n in (0, 1, 7, 1000):
        x = np.arange(1.0, n + 1) % 7 + 1
        yield f"{n}", [module.total(x[:20]), module.on_device(x)]


def traced(module):
    module.on_device(np.ones(5))


BYTES = {"on_device": {"x": (40, 0)}}
NO_GPU = "NVIDIA GPUs have no type for a long double"
