import numpy as np

BYTES = {"in_region": {"x": (96, 0), "out": (0, 32)}}


def attempt(call, *arguments):
    try:
        return call(*arguments)
    except Exception as error:
        return type(error).__name__, error.args


def grid():
    return np.arange(12.0).reshape(4, 3) + 0.25


def traced(module):
    module.in_region(grid(), np.zeros(4))


def cases(module):
    x = np.arange(1.0, 8.0)
    for which in range(3):
        holder = module.Holder(which)
        yield f"held {which}", (holder.call(x), holder.call(x[::-2]))
        yield f"of the module {which}", module.through(x, which)
        yield f"in parallel {which}", module.in_parallel(grid(), which)
    yield "wrong kind", attempt(holder.call, x.astype(int))
    for i in (0, 3, -1, -5, -6, 4):
        yield f"checked {i}", attempt(holder.check, grid(), i)
    yield "pair", module.paired(x.copy())
    for which in (0, 1):
        for n in (2, 0, -1):
            yield f"made {which} {n}", attempt(module.makers, x, n, which)
    yield "nothing", module.nothing_given(2)
    for n in (4, 5):
        yield f"failing {n}", attempt(module.failing, grid(), n)
        yield f"failing in parallel {n}", attempt(module.failing_in_parallel, grid(), n)
    out = np.zeros(4)
    yield "region", (module.in_region(grid(), out), out.tolist())
    for dtype in (np.float32, np.float64):
        for kind in (np.intc, np.float64):
            for again in (False, True):
                out = np.zeros(3, dtype=kind)
                module.of_fused(np.array([1.5, 2.25, 3.75], dtype=dtype), out, 3.0, again)
                yield f"fused {dtype.__name__} {kind.__name__} {again}", out.tolist()
    yield "doubles", module.of_doubles(x, 0.5)
