import array
import os

import numpy as np
from attempts import attempt

# NumPy's headers need more than Python's limited interface.
WHOLE_INTERFACE = True

GAPS = "it points into an array with gaps"


def on_device_refused(call, kept, *arguments):
    """A device is given no array with gaps, the host takes any: what it gives, or what is said on a device."""
    found = attempt(call, kept, *arguments)
    if os.environ.get("OMP_TARGET_OFFLOAD") != "MANDATORY":
        return None if "ValueError" not in str(found) else found
    return None if GAPS in str(found) else found


def cases(module):
    for size, places in ((0, []), (1, [0]), (1, []), (5, [4, 0, 2]), (300, [*range(7, 290, 3)])):
        order = np.array(places, "i4")
        yield f"arrays {size}", module.of_arrays(np.zeros(size), order, 2)
        yield f"bytes {size}", module.of_bytes(np.zeros(size), order, 2)
        holder = np.zeros(size)
        module.Holder(holder, order).scattered(3)
        yield f"holder {size}", holder
        yield f"python {size}", module.of_python(array.array("d", [0] * size), array.array("i", places), 1)
        for dtype in "f4", "i2", "f8":
            source = np.arange(size).astype(dtype)
            yield f"gathered {size} {dtype}", module.gathered(source, order, None, 3)
        yield f"extra {size}", module.gathered(np.arange(size).astype("f4"), order, np.arange(size) * 10.0, 3)
    order = np.array([3, 0, 11, 5], "i4")
    square, fortran, point = np.zeros((3, 4)), np.zeros((3, 4), order="F"), np.zeros(())
    yield "square", module.of_arrays(square, order, 2)
    yield "fortran", (module.of_arrays(fortran, order, 2), fortran.T)
    yield "point", module.of_arrays(point, order[1:2], 2)
    # Strides along an axis of one element mean nothing.
    yield "one row", module.of_arrays(np.zeros((4, 12))[::4], order, 2)
    strided = np.zeros((12, 2))[:, 0]
    backwards = np.zeros(12)[::-1]
    repeated = np.lib.stride_tricks.as_strided(np.zeros(12), (12, 12), (0, 8))
    for name, kept in {"strided": strided, "backwards": backwards, "repeated": repeated}.items():
        yield name, on_device_refused(module.of_arrays, kept, np.array([0], "i4"), 2)
    # These are followed without the array: as many as there are iterations.
    yield "order with gaps", module.of_arrays(np.zeros(4), np.array([[1, 2], [3, 0]], "i4")[:, 0], 2)
    yield "nothing with gaps", module.of_arrays(np.zeros((0, 4))[:, ::2], order[:0], 2)
    for which in range(4):
        found = module.chosen(np.zeros(4), np.ones(9), np.array([3, 1], "i4"), which, 2)
        yield f"chosen {which}", found
    for n, m in ((1, 0), (1, 1), (12, 5), (12, 40)):
        yield f"within {n} {m}", module.within(n, m, order[order < n], 2)
    yield "within nothing", module.within(0, 0, order[:0], 2)
    for places in [], [0], [2, 0, 1]:
        for steps in range(4):
            yield f"swaps {places} {steps}", module.swaps(np.zeros(3), np.ones(5), np.array(places, "i4"), steps)
    for n, k in (0, 0), (1, 0), (3, 2), (3, 7), (3, 0):
        yield f"besides {n} {k}", module.besides(np.arange(8.0), -np.arange(9.0), n, k)
    for first in False, True:
        out = np.zeros(3)
        module.rebound(np.arange(12.0).reshape(3, 4), np.ones((2, 1)), out, np.array([0, 1, 0], "i4"), first)
        yield f"rebound {first}", out
    for n in 0, 1, 30:
        yield f"changed {n}", module.changed(n, order, 2)
    for depth in 0, 2:
        yield f"recursive {depth}", module.recursive(np.arange(6.0), np.array([5, 1], "i4"), depth)
        yield f"nothing {depth}", module.recursive(np.arange(0.0), np.array([], "i4"), depth)


def traced(module):
    order = np.array([3, 0], "i4")
    module.of_arrays(np.zeros(12), order, 2)
    module.gathered(np.ones(5, "f4"), order, np.ones(5), 2)
    module.gathered(np.ones(5, "i2"), order, None, 2)
    module.chosen(np.zeros(4), np.ones(9), order, 1, 2)
    module.within(4, 5, order, 2)
    module.changed(2, order, 2)
    module.swaps(np.zeros(3), np.ones(5), order[1:], 2)
    module.besides(np.zeros(8), np.zeros(9), 3, 1)
    module.besides(np.zeros(8), np.zeros(9), 3, 7)
    module.rebound(np.zeros((3, 4)), np.ones((2, 5)), np.zeros(2), order, True)
    module.recursive(np.zeros(6), order, 0)


BYTES = {
    "scatter": {"to": (192, 192), "order": (16, 0)},
    "gather[float]": {"source": (20, 0), "to": (20, 20), "order": (8, 0), "extra": (20, 0)},
    "gather[short]": {"source": (10, 0), "to": (10, 10), "order": (8, 0), "extra": (0, 0)},
    "chosen": {"to": (104, 104), "order": (16, 0)},
    "within": {"all": (104, 104), "order": (8, 0)},
    "rebound": {"row": (96, 0), "out": (0, 16), "order": (8, 0), "a": (8, 0)},
    "stepped": {"source": (64, 0), "to": (64, 64), "order": (8, 0)},
    "beside": {"p": (112, 112), "q": (72, 96)},
    "changed": {"place": (0, 16), "all": (16, 16)},
    "scatter_some": {"to": (112, 112), "order": (16, 0)},
}
