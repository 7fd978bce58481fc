"""`def` functions as values: methods of classes, attributes, defaults."""

import inspect

import numpy as np
from attempts import attempt

BYTES = {"halved": {"x": (32, 32)}}


def cases(module):
    yield "bound", module.bound()
    yield "methods", (module.Made().method(7), module.Made.method(None, 8), module.Made().method.__func__ is module.method)
    yield "attributes", (module.plain.attribute, module.typed.__doc__, module.tagged.tagged, module.halved.kind)
    yield "wrapped", (module.wrapped(3), module.wrapped.attribute, module.wrapped.__name__)
    yield "extension", module.Extension().use()
    yield "typed", (module.typed(3), attempt(module.typed, "a"), module.typed(1, np.arange(3.0)), attempt(module.typed))
    yield "sorted", module.sorted_by([3, 1, 2])
    function, lambda_ = module.inner(4)
    for each in (module.Defaults.m, module.Defaults.r, module.Defaults.none, module.with_defaults, function, lambda_, module.Defaults().m):
        yield "defaults", (each.__defaults__, each.__kwdefaults__, each.__closure__)
        if each is not lambda_:
            yield "signature", str(inspect.signature(each))
    yield "itself", module.Defaults.m.__defaults__[0] is module.numbers
    yield "called", (module.Defaults().m(1), module.with_defaults(z=1), function(), lambda_())
    x = np.arange(4.0)
    yield "region", (module.halved(x), x)


def traced(module):
    module.halved(np.arange(4.0))
