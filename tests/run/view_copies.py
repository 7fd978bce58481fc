import numpy as np


def shown(x):
    if isinstance(x, (tuple, list)):
        return [shown(item) for item in x]
    if type(x).__name__ in ("memoryview", "_memoryviewslice"):
        return ["view", np.asarray(x).tolist(), list(x.strides)]
    return x


def cases(m):
    v, w, k = np.arange(4.0), np.arange(12.0).reshape(4, 3), np.arange(3.0)
    f, o = np.asfortranarray(w), np.array([1, "a", None], object)
    yield "types", m.a(v, w, f, k, o)
    x, y = w.copy(), w + 10
    m.c(x, y)
    yield "assigned", x.tolist()
    m.c(w[::-1, ::2], f[:, 1:])
    yield "assigned, strided", w.tolist()
    yield "in displays", shown(m.d(w))
    yield "as objects", shown(m.e(v[::2]))
    yield "of itself", [shown(m.f(v)), v.tolist()]
    yield "of a variable", [shown(m.g(v)), v.tolist()]
    yield "untyped", m.untyped(v[::2]).tolist()
    yield "overlapping", m.overlapping(v.copy()).tolist()
    yield "in a region", [m.in_region(w).tolist(), w.tolist()]
