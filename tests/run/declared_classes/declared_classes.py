import gc
import weakref

import numpy as np
from attempts import attempt


def cases(module):
    Base, Given, Filled, Own, Alone, Empty = module.classes()
    yield "lineage", [[one.__name__ for one in kind.__mro__] for kind in module.classes()]
    yield "modules", [kind.__module__ == module.__name__ for kind in module.classes()]
    yield "names", [getattr(module, kind.__name__) is kind for kind in module.classes()]
    yield "docs", [kind.__doc__ for kind in module.classes()]
    *numbers, filled = module.made(7)
    yield "made", [*numbers, filled.x, attempt(getattr, filled, "y"), attempt(setattr, filled, "held", 1)]
    yield "shown", [kind(4).shown() for kind in (Base, Given, Filled, Own)]
    own = Own(5)
    yield "own", [own.set(3, np.arange(4.0)), own.shown(), own.seen(), attempt(getattr, own, "y")]
    yield "is given", [attempt(module.is_given, value) for value in (Given(), Filled(), Own(), Base(), None, 1)]
    yield "alone", [attempt(module.alone, Alone(), value) for value in ([1], None, 2)]
    yield "empty", [type(Empty(1)) is Empty, attempt(setattr, Empty(), "x", 1), attempt(weakref.ref, Empty())]
    yield "refused pickles", attempt(Alone().__reduce_ex__, 2)
    yield "pickles", [kind(8).__reduce__()[1][1:] for kind in (Base, Given)]

    class Python(Filled):
        more = 4

    one = Python(6)
    one.note = module.hold(one)
    yield "python", [one.shown(), one.more, one.note, attempt(module.is_given, one)]
    kept = weakref.ref(one)
    del one
    gc.collect()
    yield "collected", kept() is None
