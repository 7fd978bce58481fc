"""Pointers in regions."""

import numpy as np


def cases(module):
    x, out = np.arange(24.0), np.zeros(4)
    module.derived(x, out, 6)
    yield "derived", (x, out)
    x = np.arange(32.0).reshape(4, 8)
    module.of_views(x, out)
    yield "of_views", (x, out)
    for view in (x, x[::-1, ::2], x.T[:4]):
        module.heap(view, out)
        yield f"heap {view.shape} {view.strides}", out
    yield "structs", module.structs(10)
    words, low, values = np.arange(6) * 1000, np.zeros(6, "u1"), np.zeros(6)
    module.casts(words, low, values)
    yield "casts", (low, values)
    module.local_arrays(x[:, ::2], out)
    yield "local_arrays", out
    points = np.zeros(3, np.dtype([("x", "f8"), ("n", "i4"), ("w", "f4", 2)], align=True))
    points["n"] = 5, 6, 7
    yield "of_const", (module.of_const(x, points, out), out)


BYTES = {
    "derived": {"p": (192, 192), "out": (0, 32)},
    "of_views": {"x": (256, 256), "out": (0, 32)},
    "heap": {"x": (256, 0), "out": (0, 32)},
    "structs": {"p": (240, 240)},
    "casts": {"p": (48, 0), "out": (0, 6), "values": (0, 48)},
    "of_const": {"x": (256, 0), "out": (0, 32)},
    "local_arrays": {"x": (256, 0), "out": (0, 32)},
}


def traced(module):
    x, out = np.arange(32.0).reshape(4, 8), np.zeros(4)
    module.derived(np.arange(24.0), out, 6)
    module.of_views(x, out)
    module.heap(x, out)
    module.structs(10)
    module.casts(np.arange(6), np.zeros(6, "u1"), np.zeros(6))
    module.local_arrays(x, out)
    module.of_const(x, np.zeros(2, np.dtype([("x", "f8"), ("n", "i4"), ("w", "f4", 2)], align=True)), out)
