"""C functions whose annotated parameters do not take `None`: whoever calls them checks."""

import numpy as np
from attempts import attempt


def cases(module):
    Foo, K, L = module.Foo, module.K, module.L
    for x in (None, Foo()):
        yield f"without GIL {x is None}", attempt(module.without_gil, x)
        for kind in (K, L):
            yield f"method {kind.__name__} {x is None}", attempt(module.c_method, kind(), x)
            yield f"shared {kind.__name__} {x is None}", attempt(module.shared_method, kind(), x)
            yield f"from Python {kind.__name__} {x is None}", attempt(kind().n, x)
        yield f"by class {x is None}", attempt(module.class_once, L(), x)
        yield f"two {x is None}", attempt(module.two, x, x)
        yield f"either {x is None}", attempt(module.either, x, None)
    for x, y in ((None, []), ([], None), ([1], [])):
        yield f"lists {x} {y}", attempt(module.lists, x, y)
    yield "views", [attempt(module.views, x) for x in (None, np.zeros(4))]
    log = []
    yield "in order", (attempt(module.in_order, log), log)
    steps = module.each([1])
    yield "each", (next(steps), attempt(next, steps), attempt(next, steps))
    yield "closure", [attempt(module.in_closure(x)) for x in (None, [1])]
    yield "displays", module.displays()
