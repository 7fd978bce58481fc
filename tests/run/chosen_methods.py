import numpy as np
from attempts import attempt


def cases(module):
    for n in 0, 1, 5, 300:
        x = np.arange(n) * 3 % 7 + 1.0
        for kind in module.CLASSES:
            out = np.full((3, n), -1.0)
            curve = kind(2.0, np.array([3.0, 4.0]))
            curve.values(x, out[0])
            curve.of_both(x, out[1])
            failed = attempt(curve.roots, x[:1], out[2, :1])
            yield f"{kind.__name__} {n}", [out, failed]
            for other in module.CLASSES[1:]:
                yield f"{kind.__name__} and {other.__name__} {n}", module.sum_of(curve, other(0.5, np.array([1.0, 2.0])), x)
    for kind in module.CLASSES:
        curve = kind(2.0, np.ones(2))
        yield f"{kind.__name__} fails", [attempt(curve.roots, np.array([value]), np.zeros(1)) for value in (-2.0, 3.0, 4.0)]


def traced(module):
    x, y = np.ones(4), np.zeros(4)
    curve = module.CLASSES[3](2.0, np.array([3.0, 4.0]))
    curve.values(x, y)
    curve.of_both(x, y)
    curve.roots(x, y)
    module.sum_of(curve, curve, x)


BYTES = {
    "values": {"self.table": (16, 0), "x": (32, 0), "y": (0, 32)},
    "of_both": {"self.table": (16, 0), "x": (32, 0), "y": (0, 32)},
    "roots": {"x": (32, 0), "y": (0, 32)},
    "sum_of": {"one.table": (16, 0), "other.table": (0, 0), "x": (32, 0)},
}
