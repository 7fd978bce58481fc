import numpy as np

POINTS = 40


def points():
    return np.linspace(-3, 5, 2 * POINTS).reshape(POINTS, 2)


def cases(module):
    yield "doubled", [module.doubled[f"{kind}"](1.5, 0.25) for kind in ("float", "double")]
    yield "values", module.values(1.5, -2.0)
    yield "corners", module.corners(np.arange(4.0).reshape(2, 2), np.ones(1))
    yield "volumes", module.volumes(1.0, 2.0, 0.3)
    yield "library", module.of_library()
    yield "include", module.of_include(4)
    walk = module.Walk(2.0)
    yield "class", (walk.walk(3), walk.steps)
    out = np.zeros(POINTS)
    module.distances(points(), out)
    yield "distances", out
    colours = np.zeros(6, np.int32)
    module.coloured(colours)
    yield "coloured", colours


BYTES = {
    "distances": {"points": (2 * POINTS * 8, 0), "out": (0, POINTS * 8)},
    "coloured": {"out": (0, 24)},
}


def traced(module):
    module.distances(points(), np.zeros(POINTS))
    module.coloured(np.zeros(6, np.int32))
