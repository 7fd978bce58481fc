"""`trashcan`: long chains of objects end without a deep stack."""

import gc

MANY = 200_000


def cases(module):
    for kind in (module.Link, module.Heir, module.OfList):
        yield kind.__name__, module.chain(kind, MANY)
    for n in (0, 1, 49, 50, 51, 52, 1000):
        yield f"{n}", (module.chain(module.Link, n), module.chain(module.Own, min(n, 100)), module.mixed(n))
    yield "mixed", (module.mixed(MANY), module.living())
    yield "with __del__", module.with_del(MANY)

    class Python(module.Link):
        pass

    yield "derived in Python", module.chain(Python, 20_000)
    module.cycles(100)
    gc.collect()
    yield "cycles", module.living()
