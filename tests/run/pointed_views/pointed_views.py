import gc
import sys

import numpy as np
from attempts import attempt


def cases(module):
    yield "sizes", module.sizes()
    for n in (0, 1, 2, 5):
        x = np.arange(6.0)
        yield f"elements {n}", [module.elements(x, n), x]
        yield f"loops {n}", module.loops(np.arange(6.0), n)
        yield f"hand made {n}", [module.hand_made(n, m) for m in (0, 1, 3)]
        yield f"in struct {n}", module.in_struct(np.full((1, 1), 3, np.float32), n)
        yield f"holders {n}", module.holders(np.arange(6.0), n)
        yield f"slices {n}", [attempt(module.slices, np.arange(n * m, dtype=np.float32).reshape(n, m)) for m in (1, 4)]
    yield "loops 3", module.loops(np.arange(6.0), 3)
    for index in (0, 2, -1, 3, -4, 100):
        yield f"bounds {index}", attempt(module.bounds, np.arange(3.0), index)
    yield "nones", [module.nones(np.arange(2.0)), module.nones(None)]
    for length in (0, 1, 3, 1000):
        x, y = np.arange(float(length)), np.arange(length, 0, -1.0)
        yield f"of object {length}", [module.of_object(x.copy()), module.chained(x)]
        yield f"outlives {length}", module.outlives(x)
        yield f"passing {length}", [module.passing(x, y), module.passing(x[::-2], y)]
        yield f"unchecked {length}", [module.unchecked(x), module.unchecked(x[::-1])]
        yield f"structs {length}", module.as_structs(x)
        before = sys.getrefcount(x), sys.getrefcount(y)
        yield f"replaced {length}", [module.replaced(x, y, times)[0] for times in (0, 1, 2, 7)]
        gc.collect()
        yield f"given back {length}", [sys.getrefcount(x) - before[0], sys.getrefcount(y) - before[1]]
    x = np.arange(4.0)
    before = sys.getrefcount(x)
    counts, other = module.references(x)
    kept = [count - counts[0] for count in counts[:-1]], counts[-1] < counts[0]
    yield "references", [kept, other, sys.getrefcount(x) - before]
    yield "pointers", [module.pointers(np.arange(3.0)), module.pointers(np.arange(12.0)[::-3])]
    yield "listed", [module.listed(np.arange(float(n)), np.ones(n + 1)) for n in (0, 1, 4)]
    yield "globally", module.globally(np.arange(1.0, 4.0))
    yield "generating", list(module.generating(np.arange(3.0)))
    yield "read only", attempt(module.elements, np.frombuffer(b"01234567"), 1)
    yield "objects", [module.objects(np.array(values, object)) for values in ([1], [2, "a"])]
    for length in (1, 2, 5):
        x, y = np.arange(float(length)), np.arange(length, 0, -1.0)
        before = sys.getrefcount(x), sys.getrefcount(y)
        total, held, counts = module.shared(x, y)
        yield f"shared {length}", [total, held, counts[0] > before[0], counts[1] > before[1], counts[2] - counts[1]]
        yield f"shared nodes {length}", [module.shared_nodes(np.arange(6.0), n) for n in (0, 1, length)]
        yield f"keepers {length}", module.keepers(x, y)
        yield f"shared variable {length}", module.shared_variable(x[::-1])
        gc.collect()
        yield f"shared back {length}", [sys.getrefcount(x) - before[0], sys.getrefcount(y) - before[1]]
    yield "wrong", [attempt(module.of_object, value) for value in (1, np.arange(2), np.ones((1, 1)), None)]
