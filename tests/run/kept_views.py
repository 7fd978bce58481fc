import array

import numpy as np
from layouts import layouts, tried

BYTES = {"in_region": {"self.u": (96, 0), "self.v": (0, 96)}}


def traced(module):
    module.Field(np.ones((3, 4)), np.ones((3, 4)), np.ones(3), 0.5, 3).in_region()


def cases(module):
    chance = np.random.default_rng(4)
    yield "unset", [tried(module.of_unset, n) for n in (0, 1)]
    yield "not there yet", [tried(module.of_module, n, 1) for n in (0, 1)]
    for n, m in ((0, 0), (0, 3), (1, 1), (2, 5), (3, 3), (17, 9), (40, 33)):
        for kind in (module.Field, module.Part):
            yield from of_object(kind, chance, n, m)
        yield from of_functions(module, chance, n, m)


def of_object(kind, chance, n, m):
    def made(k=0.25, more=0):
        arrays = chance.random((n, m)), chance.random((n, m)), chance.random(n)
        return kind(*arrays, k, n + more), arrays

    name = f"{kind.__name__} {n} {m}"
    for method in ("step", "counted", "in_threads", "in_region", "without_gil", "rows", "exchanging", "exchanging_rows", "by_method"):
        one, arrays = made()
        yield f"{name} {method}", [[tried(getattr(one, method)) for _ in range(3)], arrays]
    if hasattr(kind, "doubled"):
        one, arrays = made()
        yield f"{name} doubled", (one.doubled(), arrays)
    one, arrays = made(more=2)
    yield f"{name} too far", [tried(one.counted), arrays]
    # Without the GIL, Cython's modules crash.
    one = kind.__new__(kind)
    yield f"{name} unset", [tried(getattr(one, method)) for method in ("counted", "rows", "step", "by_method")]
    x = chance.random(n)
    yield f"{name} unset, not looked at", [tried(one.sometimes, x, limit) for limit in (2.0, 0.5)]
    one, arrays = made()
    yield f"{name} sometimes", [tried(one.sometimes, chance.random(n + 1), limit) for limit in (2.0, 0.5, -1.0)]
    memory = array.array("d", arrays[2])
    one.give(arrays[0], memory)
    yield f"{name} freed", (one.freed(memory), list(memory))
    one.give(arrays[0], memory)
    yield f"{name} freed after a failure", (one.freed_after_failure(memory, n + 2), list(memory))


def of_functions(module, chance, n, m):
    fields = [module.Field(np.ones((1, 1)), np.ones((1, 1)), chance.random(n), 1.0, n) for _ in range(3)]
    yield f"another {n}", [tried(module.of_another, fields[0], fields[1], k) for k in (0, n, n + 1)]
    yield f"the same {n}", tried(module.of_another, fields[0], fields[0], n)
    yield f"several {n}", [tried(module.of_several, fields, k) for k in (0, n, n + 1)]
    line = chance.random(m)
    module.give_line(line)
    for layout, table in layouts(chance.random((n, m))):
        module.give_table(table)
        yield f"module {n} {m} {layout}", (tried(module.of_module, n, m), table.copy())
        yield f"module {n} {m} {layout}, too far", (tried(module.of_module, n, m + 1), table.copy())
    module.of_module_in_threads(m)
    yield f"module in threads {m}", line
