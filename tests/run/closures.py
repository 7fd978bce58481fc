import numpy as np

from attempts import attempt


def cases(module):
    step, value = module.counter(5)
    yield "counter", [step(), step(3), step(by=2), value(), attempt(step, 1, 2)]
    view = np.zeros(2)
    more = module.typed(2, 1, view)
    yield "typed", [more(1), more(2), list(view), attempt(more, "x")]
    three = module.deep("a")(1)("c")
    yield "deep", [three(4), three(4, 5), three(1)]
    first, second, third, fourth = module.lambdas(3)
    yield "lambdas", [first(), second(4), third(1, k=2), fourth(1), fourth(1, 2), first.__name__, first.__qualname__]
    yield "defaults", [function(10) for function in module.defaults()] + [module.defaults()[0].__name__]
    yield "late", [function() for function in module.late()]
    yield "unset", [module.unset(True), type(attempt(module.unset, False)).__name__]
    yield "recursive", module.recursive(20)
    yield "parameters", [module.parameters(1)(), module.parameters(1, 2, 3, b=4, c=5)()]
    yield "shadowed", module.shadowed(3)
    held = module.Held(1)
    add = held.adder()
    yield "held", [add(2), held.again(3), add(4)]
    yield "globals", [module.globals_are_seen(), module.changed]
    rows, rebind, total = module.views(np.ones((2, 3)))
    yield "views", [rows(), total(), rebind(np.full((4, 1), 2.0)), rows(), total(), attempt(rebind, 3)]
    yield "module_level", [module.module_level(1), module.module_level(1, 2)]
