import numpy as np
from attempts import attempt


def cases(module):
    yield "names", module.names()
    yield "other names", module.other_names()
    for function in (module.hidden, module.not_listed, module.nothing):
        yield function.__name__, attempt(function)
    yield "variables of C", module.variables_of_c()
    yield "refused", module.refusals()
    yield "numbers", module.numbers(np.arange(4.0))
    yield "a class", [module.Python.x, module.Python().method()]
    yield "in a nested function", module.in_nested()
    yield "the module's names", sorted(name for name in vars(module) if not name.startswith("__"))
    module.a = 100
    module.late = "later"
    yield "bound again", [module.in_nested(), module.early()]
