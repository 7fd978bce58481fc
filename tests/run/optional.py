import numpy as np
from attempts import attempt


def cases(module):
    yield "calls", [module.calls(a) for a in (0, 1, -2)]
    yield "from_c", module.from_c(3)
    yield "from Python", [module.scaled(3), module.scaled(3, 2.5), module.scaled(3, by=4)]
    yield "too few", attempt(module.scaled)
    yield "objects", module.objects(7)
    x, y = np.arange(12.0).reshape(3, 4), np.zeros(3)
    yield "in_a_region", [module.in_a_region(x, y), y]
    yield "by_keywords", module.by_keywords()
    yield "kept", [module.kept_from_c(), module.kept(2), module.kept(2, more=())]
    yield "in_a_region_by_keywords", [module.in_a_region_by_keywords(x, y), y]
    yield "fused", module.fused_calls(3, 4.5)
    yield "by_pointer", module.by_pointer(3, 5)

    class Python(module.Derived):
        def open(self, *args):
            return "Python", args

    base, derived, last = module.Base(3), module.Derived(2), module.Last(5)
    for of in [base, derived, last, Python(1)]:
        kind = type(of).__name__
        yield f"{kind} methods", [of.plains(), of.hiddens(), of.opens(), module.through(of, None)]
        yield f"{kind} fill", [of.fill(y), y]
        yield f"{kind} open", attempt(of.open, 1)
    for of in [derived, last, Python(1)]:
        yield "through", [of.own() if type(of) is not Python else None, attempt(module.through, of, of)]
    yield "last", last.last()


def traced(module):
    module.in_a_region(np.zeros((3, 4)), np.zeros(3))
    module.in_a_region_by_keywords(np.zeros((3, 4)), np.zeros(3))
    module.Base(2).fill(np.zeros(3))


BYTES = {
    "in_a_region": {"x": (96, 0), "y": (0, 24)},
    "in_a_region_by_keywords": {"x": (96, 0), "y": (0, 24)},
    "fill": {"y": (0, 24)},
}
