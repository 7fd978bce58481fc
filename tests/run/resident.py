import numpy as np


def cases(module):
    rng = np.random.default_rng(5)
    X, weight = rng.normal(size=(50, 3)), rng.random(50)
    given = []

    def iterations(points, weights, *args, **kwargs):
        given.extend([type(points).__name__, points.shape, weights.shape, args, sorted(kwargs.items())])
        return (points * weights[:, None]).sum(), args

    yield "run", module.run(iterations, X, weight, 7, verbose=True)
    yield "given", given

    def failing(points, weights):
        raise ValueError(points.shape[0])

    try:
        module.run(failing, X, weight)
    except ValueError as error:
        yield "failed", str(error)
    yield "again", module.run(iterations, X, weight)


def traced(module):
    module.run(lambda points, weights: None, np.zeros((50, 3)), np.zeros(50))


NO_KERNEL = "a function of the caller's works on what its context keeps"
BYTES = {"run": {"X": (1200, 0), "sample_weight": (400, 0)}}
