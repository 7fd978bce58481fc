import numpy as np

INF = float("inf")


def cases(module):
    random = np.random.default_rng(1)
    some = random.random(1000) - 0.5
    for label, x in [("some", some), ("none", some[:0]), ("infinite", np.full(9, INF)), ("nan", np.array([1, np.nan, 0.5]))]:
        for start in (0.0, -1.0, INF, -INF):
            yield f"lowest of {label} {start}", module.lowest(x, start)
            yield f"highest of {label} {start}", module.highest(-x.astype(np.float32), start)
            yield f"by condition of {label} {start}", module.by_condition(x, start, start)
            yield f"on the host of {label} {start}", module.on_the_host(x, start, start)
    yield "nan to begin with", module.lowest(some, float("nan"))
    numbers = random.integers(-(2**63), 2**63, 100)
    yield "of integers", [module.of_integers(numbers, 0, 0), module.of_integers(numbers[:0], 2**63 - 1, -(2**63))]
    out = np.zeros(20)
    yield "of rows", [module.of_rows(random.random((20, 30)), out), out]
    out = np.zeros((4, 9), np.float32)
    yield "smoothed", [module.smoothed(random.random((4, 9), np.float32), random.random(3, np.float32), out), out]
    yield "of pairs", [module.of_pairs(random.random((20, 30)), start) for start in (0.0, INF)]


BYTES = {
    "lowest": {"x": (800, 0)},
    "highest": {"x": (400, 0)},
    "of_integers": {"x": (800, 0)},
    "by_condition": {"x": (800, 0)},
    "of_pairs": {"x": (800, 0)},
    "of_rows": {"x": (800, 0), "out": (0, 80)},
    "smoothed": {"image": (400, 0), "weights": (12, 0), "out": (400, 400)},
}


def traced(module):
    x = np.ones(100)
    module.lowest(x, 0)
    module.highest(x.astype(np.float32), 0)
    module.of_integers(x.astype(np.int64), 0, 0)
    module.by_condition(x, 0, 0)
    module.of_rows(x.reshape(10, 10), np.zeros(10))
    module.of_pairs(x.reshape(10, 10), 0)
    module.smoothed(np.ones((10, 10), np.float32), np.ones(3, np.float32), np.zeros((10, 10), np.float32))
