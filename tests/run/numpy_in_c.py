import numpy as np
from attempts import attempt


class Fake:
    dtype = "f8"


# NumPy's headers need more than Python's limited interface.
WHOLE_INTERFACE = True


def cases(module):
    yield "summed", module.summed(np.arange(4.0))
    yield "of shape", module.of_shape(2, 3)
    yield "around", module.around(np.arange(3.0))
    yield "too large", attempt(module.of_shape, -1, 2)
    yield "kinds", [module.kinds(np.zeros(1)), module.kinds(np.broadcast_to(1, 3))]
    yield "extents", module.extents(np.zeros((2, 5, 1)))
    a = np.arange(24.0).reshape(2, 3, 4)[:, ::-1]
    yield "line sums", [module.line_sums(a, axis) for axis in range(3)]
    yield "iterators", (module.as_iterator(a.flat), attempt(module.as_iterator, 3))
    for dtype in "bool i1 f4 f8 c16 >i4 U3 O M8[ns]".split():
        of = np.dtype(dtype)
        yield f"fields of {dtype}", (module.fields_of(of), module.type_of(np.zeros(2, of)))
    for wrong in 3, "f4", None:
        yield f"fields of {wrong}", attempt(module.fields_of, wrong)
    yield "of another class", attempt(module.type_of, Fake())
    yield "none", attempt(module.none_has_no_name)
    numbers = np.arange(3.0)
    yield "owner", module.owner(numbers, [numbers])
