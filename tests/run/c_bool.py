import numpy as np
from attempts import attempt


def cases(module):
    for x in (0, 3, True, None, "", "a", [], 0.5, np.True_, np.arange(2)):
        yield f"an object {x!r}", attempt(module.from_object, x)
    for n in (0, 1, 2, 256, -1, 1 << 40):
        yield f"numbers {n}", module.from_numbers(n, n & 255, n == 2)
        yield f"in place {n}", module.in_place(n)
        yield f"a cell {n}", attempt(module.struct_of, n, n) if n < 1 << 31 else None
    for a in (False, True):
        for b in (False, True):
            yield f"{a} and {b}", module.used(a, b, 2)
            yield f"{a} and {b} with zero", module.used(a, b, 0)
    for m, n in ((0, 3), (256, 512), (2, 0), (0, 0)):
        yield f"logical {m} {n}", module.logical(m, n, n > 0)
        yield f"objects {m} {n}", module.of_objects(m, n)
    yield "objects", [module.of_objects([], "x"), module.of_objects("x", "x")]
    yield "defaults", [module.defaults(), module.defaults([], 5, c="")]
    yield "to a struct", [attempt(module.to_struct, {"first": 1, "second": []}), attempt(module.to_struct, {"first": 1})]
    yield "arrays", [module.arrays(0), module.arrays(2)]
    yield "from a list", [attempt(module.from_list, [0, "a", None]), attempt(module.from_list, [1])]
    yield "checked", [attempt(module.checked, x) for x in (0, 1, "", "yes", "no")]
    yield "calls", [module.call(0), module.call(9)]
    for dtype in ("bool", "u1", "i1", "i4", "f4", "S1", "?,?"):
        yield f"a view of {dtype}", attempt(module.view, np.ones(3, dtype), 0)
    yield "views", [module.view(np.array([True, False, True]), 7), attempt(module.view, b"abc", 1)]
    yield "of constants", attempt(module.const_view, np.eye(2, dtype=bool))
    yield "a wrong view of constants", attempt(module.const_view, np.eye(2))
    yield "a copy", module.copied(np.array([True, False]))
    yield "fused", [attempt(module.fused, x) for x in (True, 3, 2.5, np.True_)] + sorted(module.fused.__signatures__)
    for dtype in ("?", "u1", "i1", "f8"):
        yield f"more fused, {dtype}", attempt(module.more_fused, True, False, np.ones(1, dtype))
    yield "more fused, no truth", attempt(module.more_fused, 3, 4, np.ones(1))
    switch = module.Switch("on")
    yield "a field", [switch.on, switch.flip(), switch.flip(), switch.last]
    switch.on = [0]
    yield "a field that is set", [switch.on, switch.last]
    yield "of the module", [module.module_level(0), module.module_level(5)]
    x = np.arange(1000.0)
    for limit in (-1, 500, 999):
        out = np.zeros(1000, bool)
        yield f"flags above {limit}", [module.flags(x, out, limit), out]
    at = (np.arange(3000) * 7919 % 90).astype("i4")
    for strict in (False, True):
        seen, missing = np.zeros(100, bool), np.ones(100, bool)
        module.marked(at, seen, missing, strict)
        yield f"marked, {strict}", [seen, missing, seen.view("u1").sum(), missing.view("u1").max()]
    cells, result = (np.arange(400) % 7 < 3).reshape(20, 20), np.zeros((20, 20), bool)
    module.of_cells(cells, result)
    yield "cells", result
    yield "the last", [module.last_on_host(n) for n in (0, 1, 5, 6, 7)]
    yield "pointers", [module.of_pointers(n) for n in (0, 5, 31)]


def traced(module):
    x, out = np.arange(1000.0), np.zeros(1000, bool)
    module.flags(x, out, 500)
    seen, missing = np.zeros(100, bool), np.ones(100, bool)
    module.marked(np.arange(90, dtype="i4"), seen, missing, True)
    module.of_cells(np.ones((20, 20), bool), np.zeros((20, 20), bool))


BYTES = {
    "flags": {"x": (8000, 0), "out": (0, 1000)},
    "marked": {"at": (360, 0), "seen": (100, 100), "missing": (100, 100)},
    "of_cells": {"cells": (400, 0), "result": (0, 358)},
}
