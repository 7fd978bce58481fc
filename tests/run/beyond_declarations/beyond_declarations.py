import numpy as np


def cases(module):
    yield "wider", module.wider(3.5)
    yield "from Python", [module.scaled(2.0), module.scaled(2.0, True), module.scaled(2.0, twice=1)]
    yield "magnitudes", module.magnitudes(-7, -3, -2.5)
    yield "values", module.as_values()
    holder = module.held(np.zeros((3, 2)))
    yield "axes", module.beyond_axes(np.ones((2, 4)))
    yield "members", module.named_as_members(holder)
