import numpy as np


def cases(module):
    def changed(name, *arguments):
        x = np.arange(1.0, 6.0)
        return name, [getattr(module, name)(x, *arguments), x]

    yield changed("use")
    yield changed("use2")
    yield changed("use3")
    yield changed("pointers", 3)
    yield "count", [module.count(2), module.count(3)]
    yield "arrays", module.arrays(3)
