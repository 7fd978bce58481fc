"""Ufuncs."""

import numpy as np
from attempts import attempt


def plain(result):
    """What compares by value, with its type."""
    if isinstance(result, tuple):
        return tuple(plain(one) for one in result)
    return (str(result.dtype), result.tolist()) if isinstance(result, (np.ndarray, np.generic)) else result


def cases(module):
    some = np.arange(20, dtype=np.intc)[::4]
    many = np.arange(600, dtype=np.intc).reshape(20, 30)[3:9:2, ::-7]
    long = np.arange(3000.0)

    def call(name, *arguments):
        return attempt(lambda: plain(getattr(module, name)(*arguments)))

    for values in (some, many, 3, np.zeros(0, np.intc), long, "text"):
        label = getattr(values, "shape", values)
        yield f"tripled {label}", call("tripled", values)
        yield f"both {label}", call("both", values)
    yield "power", call("power", some, 2.0)
    yield "outer", plain(module.power.outer([1.0, 2.0], [3.0, 4.0, 5.0]))
    yield "reduced", plain(module.joined.reduce(np.array(["a", "b", "c"], object)))
    yield "divided", call("divided", many, 7)
    yield "by zero", call("divided", some, 0)
    for kind in ("h", "i", "l", "f", "d", "F", "D", "g"):
        yield f"next {kind}", call("next_one", np.arange(4).astype(kind))
    for kind in ("f", "d"):
        yield f"parts {kind}", call("parts", some.astype(kind), np.ones(1, kind))
    yield "shown", call("shown", np.array([1.5, -1, 2]))
    yield "number", call("number", np.array(["1.5", 2, True], object))
    yield "no number", call("number", np.array(["1.5", None], object))
    yield "joined", call("joined", np.array(["a", "b"], object), "c")
    yield "not joined", call("joined", np.array(["a", 1], object), "c")
    for name in ("checked", "checked_nogil"):
        yield name, call(name, np.float32([1, 2]))
        yield f"{name} raises", call(name, np.float32([1, -2]))
        large = long.astype("f")
        large[-4] = -1
        yield f"{name} raises late", call(name, large)
    yield "kinds", call("kinds", 1, 2, 3, 4, 5, 6, 7, np.longdouble(8), np.complex64(9j), 10j)
    yield "directive", call("with_directive", -7, 2)
    yield "others", call("uses_others", [1.0, 2.0])
    yield "here", plain(module.called_here(some)[0])
    for name in ("tripled", "both", "parts", "next_one", "kinds"):
        ufunc = getattr(module, name)
        yield f"{name} itself", (ufunc.__name__, ufunc.nin, ufunc.nout, ufunc.types, (ufunc.__doc__ or "").splitlines()[-1:])
    out = np.zeros(5)
    module.tripled(some, out=out, where=some > 4)
    yield "out", out.tolist()
