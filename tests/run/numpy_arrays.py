import ctypes
import gc
import sys
import warnings

import numpy as np
from attempts import attempt


def arrays():
    base = np.arange(24.0)
    yield "plain", base.copy()
    yield "empty", np.zeros(0)
    yield "one", np.ones(1)
    yield "part", base[2:20:3]
    yield "backwards", base[::-1]
    yield "broadcast", np.broadcast_to(np.float64(3), (5,))
    yield "warns", np.broadcast_arrays(np.ones(1), np.ones(4))[0]
    frozen = base.copy()
    frozen.flags.writeable = False
    yield "frozen", frozen
    yield "swapped", base.astype(">f8")
    yield "little", base.astype("<f8")
    yield "nothing", np.float64(3)
    yield "scalar", np.array(3.0)
    yield "matrix", np.matrix([1.0, 2.0])
    yield "masked", np.ma.masked_array([1.0, 2.0], [True, False])
    yield "record", np.rec.array([(1.0,), (2.0,)], dtype=[("x", "f8")])
    yield "dates", np.array(["2020-01-01"], "M8[D]")
    yield "texts", np.array(["a", "b"])
    yield "half", np.ones(3, "f2")
    yield "objects", np.array([1, "a", None], object)
    yield "bytes", bytearray(16)
    yield "ctypes", (ctypes.c_double * 3)(1, 2, 3)
    yield "view", memoryview(base.copy())
    for code in "?bBhHiIlLqQfdgFDG":
        yield f"type {code}", np.ones(3, code)
    for code in (">i4", "<i4", ">i8", "=u8", "S1", "S3", "V8"):
        yield f"type {code}", np.zeros(3, code)


def planes():
    base = np.arange(12.0).reshape(3, 4)
    yield "c", base.copy()
    yield "f", np.asfortranarray(base)
    yield "turned", base.T
    yield "part", base[:, ::2]
    yield "row", base[1:2]
    yield "column", base[:, 1:2]
    yield "backwards", base[::-1]
    yield "no rows", np.zeros((0, 4))
    yield "no columns", np.zeros((4, 0))
    yield "one", np.ones((1, 1))
    yield "strange", np.lib.stride_tricks.as_strided(np.ones(9), (1, 3), (999, 8))
    yield "overlapping", np.lib.stride_tricks.as_strided(np.ones(9), (3, 3), (8, 8), writeable=False)
    yield "line", np.ones(4)
    yield "cube", np.ones((2, 3, 4))
    yield "cube turned", np.ones((2, 3, 4)).T
    yield "single", base.astype("f4")


ONE = """total_double total_const of_char of_long_long of_int of_size of_bint of_object of_float of_complex shown""".split()


def cases(module):
    warnings.simplefilter("ignore", DeprecationWarning)
    for name, array in arrays():
        for function in ONE:
            yield f"{function} {name}", attempt(getattr(module, function), array)
    for name, array in planes():
        for function in ("contiguous", "fortran", "strided", "cube"):
            yield f"{function} {name}", attempt(getattr(module, function), array)
    # Elements that are not aligned: nobody reads them.
    unaligned = np.zeros(8 * 4 + 1, "u1")[1:].view("f8")
    packed = np.zeros(4, np.dtype([("a", "u1"), ("b", "f8")]))
    yield "unaligned", [module.extent(unaligned), module.extent(packed["b"]), attempt(module.extent, packed)]
    x = np.arange(5.0)
    before = sys.getrefcount(x)
    yield "base", module.base_of(x) is x
    module.written(x)
    yield "written", x
    for second, third in ((np.ones(3, "f4"), np.ones(2, "i4")), (np.ones(3), np.ones(2, "i8")), (np.ones(3), np.ones(2, "i4"))):
        yield f"fails_after {second.dtype} {third.dtype}", attempt(module.fails_after, x, second, third)
    yield "references", module.references(x)
    yield "many", [module.many(x, n) for n in (0, 1, 5, 100)]
    gc.collect()
    yield "kept", sys.getrefcount(x) - before
    yield from changed(module)


def changed(module):
    """The array changes while a view of it exists."""
    x = np.arange(6.0)
    yield "hold", module.hold(x)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        x.shape = (2, 3)
    yield "reshaped", [module.held_sum(), attempt(module.total_double, x)]
    x[:] = 1
    yield "filled", module.held_sum()
    yield "resized", type(attempt(x.resize, 100)).__name__
    x.flags.writeable = False
    yield "frozen", [module.held_sum(), attempt(module.strided, x)]
    del x
    gc.collect()
    yield "gone", module.held_sum()
    module.drop()
