import numpy as np
from attempts import attempt

# NumPy's headers need more than Python's limited interface.
WHOLE_INTERFACE = True


def cases(module):
    yield "summed", module.summed(np.arange(4.0))
    yield "of shape", module.of_shape(2, 3)
    yield "around", module.around(np.arange(3.0))
    yield "too large", attempt(module.of_shape, -1, 2)
    yield "kinds", [module.kinds(np.zeros(1)), module.kinds(np.broadcast_to(1, 3))]
