"""NumPy's C interface: flags, dates, iterators over several arrays, sorting."""

import numpy as np
from attempts import attempt

# NumPy's headers need more than Python's limited interface.
WHOLE_INTERFACE = True


def cases(module):
    structured = np.zeros(2, [("a", "f8")])
    for array in (np.arange(6.0).reshape(2, 3), np.arange(6).reshape(2, 3).T, np.zeros(3, ">i4"), structured, np.zeros(0)):
        yield f"flags {array.dtype}", module.flags(array)
    for given in (np.datetime64("2020-01-01"), np.datetime64("2020-01-01", "ns"), np.timedelta64(5, "s"), 3, None):
        yield f"times {given!r}", module.times(given)
    for a, b in (((3, 1), (1, 4)), ((0, 1), (1, 4)), ((2,), (3,)), ((), (5,))):
        yield f"products {a} {b}", attempt(module.products, np.arange(float(np.prod(a))).reshape(a), np.ones(b))
    yield "arranged", module.arranged(np.array([3.0, 1, 2]), [0, 1.5, 9])
    yield "items", module.items(np.arange(8.0).reshape(2, 2, 2), 4.5)
