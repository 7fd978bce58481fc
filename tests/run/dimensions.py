"""Views of up to eight dimensions."""

import numpy as np
from attempts import attempt

SHAPES = {3: (3, 4, 2), 5: (3, 2, 2, 1, 3), 8: (3, 1, 2, 2, 1, 2, 1, 3)}


def made(shape, order="C"):
    return np.asarray(np.arange(np.prod(shape), dtype=float).reshape(shape), order=order)


def layouts(kind, shape):
    """Arrays of the shape that the kind takes, with gaps, reversed and transposed where it may."""
    yield "plain", made(shape, "F" if kind == "fortran" else "C")
    if kind == "strided":
        yield "gaps", made([2 * extent for extent in shape])[tuple([slice(None, None, 2)] * len(shape))]
        yield "reversed", made(shape)[tuple([slice(None, None, -1)] * len(shape))]
        yield "transposed", made(shape[::-1]).T
        yield "some of each", np.swapaxes(made((*shape[:-2], shape[-1], 2 * shape[-2])), -1, -2)[..., ::2, ::-1]


def cases(module):
    for n, shape in SHAPES.items():
        for kind in ("c", "fortran", "strided"):
            function = getattr(module, f"{kind}{n}")
            for name, x in layouts(kind, shape):
                for other, y in layouts("strided", shape):
                    x = x.copy(order="K") if name == "plain" else x
                    yield f"{kind}{n}, {name}, {other}", (function(x, y), x.tolist())
            for axis in range(n):
                empty = list(shape)
                empty[axis] = 0
                yield f"{kind}{n}, no elements along {axis}", function(made(empty), made(empty))
            yield f"{kind}{n}, too few", attempt(function, made(shape[1:]), made(shape))
            yield f"{kind}{n}, other order", attempt(function, made(shape, "C" if kind == "fortran" else "F"), made(shape))
    x, out = made((3, 1, 2, 2, 1, 2, 1, 3)), np.zeros((3, 3))
    module.slices(x, out)
    yield "slices", out
    yield "outside", attempt(module.outside, x, 3)
    yield "inside", (attempt(module.outside, x, -3), x.tolist())


BYTES = {
    **{f"{kind}{n}": {"x": (8 * count, 8 * count), "y": (8 * count, 0)} for n, count in ((3, 24), (5, 36), (8, 72)) for kind in ("c", "fortran", "strided")},
    "slices": {"x": (528, 0), "out": (0, 72)},
    "outside": {"x": (576, 576)},
}


def traced(module):
    for n, shape in SHAPES.items():
        module.__dict__[f"c{n}"](made(shape), made(shape))
        module.__dict__[f"fortran{n}"](made(shape, "F"), made(shape))
        module.__dict__[f"strided{n}"](made(shape), made(shape))
    module.slices(made(SHAPES[8]), np.zeros((3, 3)))
    module.outside(made(SHAPES[8]), 0)
