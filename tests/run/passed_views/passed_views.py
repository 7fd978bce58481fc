import gc
import weakref

import numpy as np
from attempts import attempt

PAIR = np.dtype([("a", "f4"), ("b", "i4")])
POINT = np.dtype([("tag", "i1"), ("at", "f8", (2,))], align=True)


def life(module, again):
    """Whether an array lives as long as the other module keeps a view of it, and no longer."""
    x = np.arange(5.0)
    lives = weakref.ref(x)
    found = [module.keeping(x)]
    del x
    for _ in range(again):
        found.append(module.kept())
    gc.collect()
    found.append(lives() is not None)
    found.append(module.drop())
    gc.collect()
    found.append(lives() is None)
    return found


def cases(module):
    from kit import lib

    before = lib.called()
    x = np.arange(6.0)
    pairs = np.array([(1.5, 2), (3, 4), (5, 6)], PAIR)
    yield "sums", module.sums(x)
    yield "no elements", module.sums(x[:0])
    yield "long", attempt(module.sums, np.zeros(1001))
    yield "parts", [module.parts(x), x]
    yield "life", [life(module, again) for again in (0, 1, 3)]
    yield "shown", [module.shown(np.arange(12.0).reshape(3, 4), pairs), pairs]
    yield "points", module.points(np.zeros(3, POINT))
    yield "made", module.made(3)
    yield "first", [module.first(x, None), module.first(None, x[::2]), attempt(module.first, None, None)]
    yield "fused", module.fused(x.copy(), np.arange(4, dtype="f4"))
    yield "objects", module.objects(np.array(["a", 2, None], object))
    yield "none", [module.none_or(x, False), attempt(module.none_or, x, True)]
    yield "middle", [module.middle(pairs, 1), attempt(module.middle, pairs, 3)]
    yield "conjugated", module.conjugated(np.array([1 + 2j]))
    four = np.arange(24, dtype="f4").reshape(1, 2, 3, 4)
    yield "deep", [module.deep(four, np.array([0, 1, 2, at])) for at in range(4)]
    yield "deep fails", [attempt(module.deep, four, np.zeros(n, int)) for n in (0, 3)]
    filled = np.zeros((2, 3), order="F")
    module.filled(filled)
    yield "filled", filled
    yield "ask", [bytes(module.ask(what, bytearray(b"abc"))) for what in (lambda b: b, np.asarray, lambda b: b[::-1])]
    yield "asked", [module.asked(lambda: x[::2]), attempt(module.asked, lambda: 1 / 0), attempt(module.asked, lambda: b"")]
    square = np.arange(9.0).reshape(3, 3)
    yield "reversed", [module.reversed(square, depth) for depth in range(4)]
    yield "calls", lib.called() - before
    yield "in threads", module.in_threads(np.ones((50, 3)), 40)
    kept = [module.made(2) for _ in range(100)]
    yield "many", float(np.sum(kept))
