import gc
import sys

import numpy as np
from attempts import attempt


def given_back(Grid):
    """References to an array that a field shows, also while a region fails."""
    x = np.zeros((5, 4))
    before = sys.getrefcount(x)
    grid = Grid(5)
    grid.x = x
    grid.step()
    attempt(grid.outside, 9)
    held = sys.getrefcount(x) > before
    grid.x = None
    released = sys.getrefcount(x) - before
    grid.x = x
    grid.other = grid
    del grid
    gc.collect()
    return held, released, sys.getrefcount(x) - before


def cases(module):
    Grid = module.Grid
    grid = Grid(5)
    yield "step", [grid.step(), grid.step()]
    yield "reduced", grid.reduced()
    yield "reductions are stored", [grid.total, grid.least, grid.most]
    yield "counted", grid.counted()
    grid.given = np.arange(8.0)[::2]
    yield "written", grid.written()
    yield "resident", [grid.resident(3), grid.resident(0)]
    yield "kept", [grid.kept(3), grid.kept(0)]
    yield "rebound", grid.rebound(np.ones((6, 4)))
    yield "swapped", Grid(3).swapped(Grid(4))
    yield "aliased", [Grid(3).aliased(), Grid(3).overlapping()]
    yield "chained wrongly", attempt(Grid(3).chained, 4)
    grid.other = Grid(7)
    yield "chained to another", Grid(3).chained(grid)
    grid.other = grid
    yield "chained to itself", grid.chained(grid)
    yield "unused", grid.unused(False)
    grid.optional = np.full(4, 9.0)
    yield "used", grid.unused(True)
    yield "exchanged", [grid.exchanged(0), grid.exchanged(3), grid.exchanged(2)]
    yield "looped", [grid.looped(3), grid.looped(1)]
    grid.other = None
    yield "given back", given_back(Grid)
    yield "failing", [grid.failing(2), attempt(grid.failing, 1e6)]
    yield "outside", [grid.outside(4), attempt(grid.outside, 5), attempt(Grid(0).outside, 9)]
    yield "inherited", [module.Finer(3).both(), module.Finer(2).reduced()]
    yield "outside of classes", [module.outside_of_classes(module.Finer(3), np.zeros(4)), attempt(module.outside_of_classes, 3, np.zeros(3))]
    for n in 0, 1, 5:
        yield f"named as {n}", module.named_as(np.arange(n), 2)


def traced(module):
    def made(n=10):
        grid = module.Grid(n)
        grid.given = np.arange(4.0)
        return grid

    made().step()
    made().reduced()
    made().counted()
    made().written()
    made().resident(3)
    made().kept(3)
    made().rebound(np.ones((20, 4)))
    made().swapped(made())
    for function in ("exchanged", "looped"):
        grid = made()
        grid.optional = np.zeros(4)
        getattr(grid, function)(3)
    made().aliased()
    made().overlapping()
    grid, other = made(), made()
    grid.other = other
    made().chained(grid)
    made().unused(False)
    made().failing(1)
    made().outside(3)
    module.Finer(10).both()
    module.outside_of_classes(made(), np.zeros(10))
    module.named_as(np.arange(2), 3)


BYTES = {
    "step": {"self.w": (32, 0), "self.x": (320, 320), "self.coefficients": (24, 0)},
    "reduced": {"self.x": (304, 0), "self.coefficients": (24, 0), "self.w": (8, 0)},
    "counted": {"self.counts": (16, 16)},
    "written": {"self.given": (32, 0), "self.w": (0, 32)},
    "resident": {"self.w": (32, 0), "self.x": (320, 640)},
    "kept": {"self.w": (24, 0), "self.x": (304, 1184)},
    "rebound": {"self.x": (792, 792)},
    "swapped": {"other.w": (32, 32), "self.w": (32, 32)},
    "exchanged": {"self.w": (32, 32), "self.optional": (0, 32)},
    "looped": {"self.w": (96, 96)},
    "aliased": {"self.x": (304, 0), "x": (0, 296)},
    "overlapping": {"self.x": (8, 0), "x": (0, 8)},
    "chained": {"grid.other.x": (296, 0), "self.x": (0, 296)},
    "unused": {"self.optional": (0, 0), "self.w": (32, 32)},
    "failing": {"self.w": (0, 32)},
    "outside": {"self.w": (0, 24)},
    "both": {"self.x": (296, 0), "self.extra": (80, 80), "self.w": (8, 0)},
    "named_as": {"seconds": (16, 16)},
    "outside_of_classes": {"out": (0, 80), "grid.x": (296, 0), "grid.coefficients": (24, 0), "grid.w": (8, 0)},
}
