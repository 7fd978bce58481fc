import gc

import numpy as np
from attempts import attempt


class Manager:
    def __init__(self):
        self.left = []

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        if kind is not None:
            self.left.append(kind.__name__)
        return kind is ValueError


def cases(module):
    for n, at in [(10, 4), (10, 0), (10, 99), (1, 0), (0, 0)]:
        if n:
            yield f"broken {n} {at}", module.broken(n, at)
        yield f"returned {n} {at}", module.returned(n, at)
        yield f"passes {n} {at}", module.passes(n, at)
        yield f"object {n} {at}", module.returned_object(n, at)
        yield f"raised {n} {at}", module.raised(n, at)
        yield f"finally {n} {at}", module.finally_runs(n, at)
    x = np.arange(50.0)
    yield "skipped", (module.skipped(10), module.skipped(2))
    yield "nested", (module.nested(8), module.nested(2))
    for at in [0, 7, 15, 30]:
        yield f"checked {at}", attempt(module.returned_checked, np.arange(10.0), at)
    kept = module.returned_by_all(40)
    del kept
    gc.collect()
    yield "all released", len(module.gone) == len(module.made) > 0
    yield "nothing", (module.returned_nothing(9), module.returned_nothing(3))
    yield "in each", (module.finally_in_each(np.zeros(100), 100), module.finally_in_each(np.zeros(90), 100))
    yield "swallowed", module.all_swallowed(6)
    yield "inside", module.caught_inside(300)
    yield "loop", module.caught_loop(20)
    yield "replaced", attempt(module.replaced, 10)
    manager = Manager()
    yield "managed", (module.managed(30, manager), manager.left)
    yield "handlers", (module.out_of_handlers(9), module.out_of_handlers(4))
    yield "iterations", module.out_of_iterations(6)
    yield "summed", (module.summed(x, 10), module.summed(x, 99))
    yield "members", module.of_members(np.arange(4, dtype=np.intc), 2)
