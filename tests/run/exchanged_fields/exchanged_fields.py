import gc
import sys

import numpy as np
from attempts import attempt

BYTES = {"regions": {"store.grid": (72, 72), "store.row": (24, 0)}}


def made(module):
    from kit import made

    own, last = module.classes()
    return {"store": made.Store, "heir": made.Heir, "own": own, "last": last}


def traced(module):
    module.regions(made(module)["store"](3))


def cases(module):
    classes = made(module)
    for label, make in classes.items():
        yield f"read {label}", [module.read(make(n)) for n in (1, 2, 5)]
        yield f"filled {label}", [(module.filled(store), store.filled()) for store in (make(3).fill(1), make(3).fill(4))]
        store = make(4)
        store.column(2)
        yield f"column {label}", [module.read(store), store.seen()]
        store.turn()
        yield f"turned {label}", [module.read(store), store.seen()]
        yield f"Python {label}", [np.asarray(store.grid).tolist(), store.grid.base is not None, store.grid.shape, store.grid.strides]
        store.grid = np.ones((4, 4))
        yield f"set {label}", [module.read(store), attempt(setattr, store, "grid", np.ones(3)), store.seen()]
        yield f"at once {label}", [module.at_once(make(64), threads) for threads in (1, 2, 7)]
        if label != "store":
            yield f"regions {label}", module.regions(make(3))
    yield "regions", module.regions(classes["store"](3))
    yield "own", classes["own"](2).own()
    yield "more", classes["last"](5).sum_more()
    for left in classes:
        for right in classes:
            yield f"swapped {left} {right}", module.swapped(classes[left](2), classes[right](3))
            one, other = classes[left](3).fill(2), classes[right](9).fill(3)
            yield f"chain {left} {right}", module.chain(one, other, 3)
    for which in range(6):
        yield f"unset {which}", attempt(module.unset, which)
    x = np.arange(9.0).reshape(3, 3)
    before = sys.getrefcount(x)
    for make in classes.values():
        store = make(3)
        for _ in range(5):
            store.grid = x
            store.column(1)
            store.turn()
            module.read(store)
            module.swapped(store, classes["store"](3))
            store.drop()
    del store
    gc.collect()
    yield "given back", sys.getrefcount(x) - before
