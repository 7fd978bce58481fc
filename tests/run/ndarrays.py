import numpy as np
from attempts import attempt


class Kind(np.ndarray):
    pass


def cases(module):
    a = np.arange(6.0).reshape(2, 3)
    yield "layout", [module.layout(a), module.layout(a.T[::-1]), module.layout(a.view(Kind))]
    yield "no array", [attempt(module.layout, [1, 2]), attempt(module.total, None), attempt(module.total, 3)]
    yield "total", module.total(np.arange(4.0))
    holder = module.Holder(np.arange(1, 4.0))
    yield "holder", [holder.look(), holder.shown, attempt(setattr, holder, "shown", 3)]
    holder.shown = np.zeros(1)
    yield "shown", holder.shown
    yield "converted", module.converted(np.arange(4.0))
    yield "assigned", [attempt(module.assigned, x) for x in (a, None, 3, "abc", [a])]
    yield "cast", [attempt(module.cast, x) for x in (a, 3)]
    yield "of list", [module.of_list([a, a + 1]), attempt(module.of_list, [a, 1])]
    yield "wrong holder", attempt(module.Holder, 5)
    yield "in region", traced(module)


def traced(module):
    return module.in_region(np.arange(1, 3.0), np.arange(1, 7.0).reshape(2, 3))


BYTES = {"in_region": {"x": (16, 0), "y": (48, 0)}}
