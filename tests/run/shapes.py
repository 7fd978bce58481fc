import numpy as np
from attempts import attempt


def cases(module):
    grid = lambda *shape: np.arange(float(np.prod(shape))).reshape(shape)
    c, f, s = grid(4, 5), np.asfortranarray(grid(4, 5)), grid(8, 10)[::2, ::-2]
    v, t = np.arange(5, dtype="f4"), grid(4, 5, 2)
    yield "layouts", [attempt(module.layouts, c, f, s, v, t), c]
    yield "layouts, too small", [type(attempt(module.layouts, grid(4, 5), f, s, v[:2], t)).__name__]
    x = grid(4, 6)
    yield "sliced", [attempt(module.sliced, x, 1, 5), x]
    x = grid(4, 6)
    yield "sliced from the end", [attempt(module.sliced, x, -3, 100), x]
    yield "sliced, empty", attempt(module.sliced, grid(2, 3), 3, 1)
    yield "numbers", module.numbers(1 + 2j, 200, 6, 2.9)
    yield "numbers, too large", attempt(module.numbers, 1, 256, 6, 2.9)
    for a, b in ((7, 2), (-7, 2), (7, -2), (-7, -2)):
        yield f"division {a} {b}", module.division(a, b, a, 9, float(b))
    yield "division by zero", attempt(module.division, 1, 0, 1, 1, 1.0)
    a = np.array([7, -7, 7, -7])
    yield "device division", [attempt(module.device_division, a, np.array([2, 2, -2, -2])), a]
    yield "device division by zero", attempt(module.device_division, np.array([1, 1]), np.array([1, 0]))
    sums = np.zeros(4)
    yield "atomics", [module.atomics(sums, np.arange(100) % 4), sums]
    sums, singles, bins = np.zeros(4, "c16"), np.zeros(4, "c8"), np.arange(100) % 4
    yield "complex atomics", [module.complex_atomics(sums, singles, bins, 1 - 3j), sums, singles]
    yield "complex atomics on the host", [module.complex_atomics_on_host(sums, bins), sums]
    yield "smallest", attempt(module.smallest, -(2**63), -1)
    yield "remainder", attempt(module.remainder, 7, -1)


def traced(module):
    grid = lambda *shape: np.arange(float(np.prod(shape))).reshape(shape)
    module.layouts(
        grid(4, 5), np.asfortranarray(grid(4, 5)), grid(8, 10)[::2, ::-2], np.arange(5, dtype="f4"), grid(4, 5, 2)
    )
    module.sliced(grid(4, 6), 1, 5)
    module.device_division(np.array([7, 8]), np.array([2, 3]))
    module.atomics(np.zeros(4), np.arange(100) % 4)
    module.complex_atomics(np.zeros(4, "c16"), np.zeros(4, "c8"), np.arange(100) % 4, 1)


# Small gaps go along: `s` takes every other row and column backwards, `t` every other number.
BYTES = {
    "layouts": {"c": (0, 160), "f": (160, 0), "s": (3 * 160 + 4 * 16 + 8, 0), "v": (20, 0), "t": (19 * 16 + 8, 0)},
    "sliced": {"x": (192, 192)},
    "device_division": {"a": (16, 16), "b": (16, 0)},
    "atomics": {"x": (32, 32), "bins": (800, 0)},
    "complex_atomics": {"sums": (64, 64), "singles": (32, 32), "bins": (800, 0)},
}
