import sys

import numpy as np
from attempts import attempt


def cases(module):
    yield "initial", module.initial()
    for how in range(7):
        yield f"unset {how}", attempt(module.unset, how)
    yield "unset total", attempt(module.total)
    x = np.arange(6.0)
    yield "bind", [module.bind(x), module.bind(x[::2]), module.total(), module.bind(x)]
    yield "elements", [attempt(module.element, i) for i in (0, 5, -1, 6)]
    yield "change", [module.change(1, 8.0), x]
    yield "parts", [module.parts(), x]
    yield "fill", module.fill(2.5)
    for value in (None, np.zeros((2, 2)), np.zeros(2, dtype=int), "text"):
        yield f"wrong {value}", attempt(module.wrong, value)
    yield "none", [module.none(x), module.none(None)]
    module.bind(np.arange(1.0, 5.0))
    yield "rebound inside", module.rebound_inside(np.array([50.0, 1.0]))
    yield "rebound in loop", module.rebound_in_loop([np.ones(3), np.arange(20.0), np.zeros(0)])
    module.bind(np.arange(1.0, 9.0))
    yield "no gil", [module.no_gil(8), attempt(module.no_gil, 9), module.unchecked(8)]
    yield "cores", module.in_cores(6)
    before = sys.getrefcount(x)
    module.bind(x)
    held = sys.getrefcount(x) - before
    yield "threads", [module.in_many_threads(6, 300), attempt(module.in_many_threads, 12, 3), module.in_teams(20)]
    yield "threads let go", sys.getrefcount(x) - before - held
    module.bind(np.arange(1.0, 9.0))
    yield "region", [module.region(6), attempt(module.region, 9)]
    yield "written", [module.written(4), attempt(module.written, 9)]
    module.bind(np.arange(1.0, 9.0))
    yield "called", module.called(5)
    yield "methods", module.Reader(3.0).all(4)
    yield "context", [module.context(3), module.context(0)]
    yield "inferred", [module.inferred(3), module.inferred(0)]
    yield "made inside", module.made_inside(4)
    yield "unset in region", attempt(module.unset_in_region, 3)
    yield "bound without gil", module.bound_without_gil(np.arange(2.0, 4.0))
    yield "asked", [module.asked(1), attempt(module.asked, 2)]
    module.bind(np.arange(3.0))
    yield "set in loop", module.set_in_loop(np.arange(5.0, 7.0), 3)
    yield "references", module.references(np.arange(3.0))
    module.bind(np.arange(3.0))
    yield "values", list(module.values())


def traced(module):
    module.bind(np.arange(10.0))
    module.region(10)
    module.written(10)
    module.called(10)
    module.Reader(2.0).all(10)
    module.context(3)
    module.inferred(3)
    module.made_inside(10)


BYTES = {
    "region": {"table": (80, 0), "grid": (72, 0), "o": (0, 80)},
    "written": {"table": (0, 80)},
    "called": {"table": (80, 0), "declared": (24, 0), "o": (0, 80)},
    "all": {"table": (80, 0), "o": (0, 80)},
    "context": {"table": (80, 80)},
    "inferred": {"table": (80, 96)},
    "made_inside": {"table": (160, 160)},
}
