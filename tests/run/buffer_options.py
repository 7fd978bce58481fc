import numpy as np

BYTES = {"in_region": {"mask": (3, 0), "x": (0, 24)}}


def attempt(call, *arguments):
    try:
        return call(*arguments)
    except Exception as error:
        return type(error).__name__, error.args


def traced(module):
    module.in_region(np.array([True, False, True]), np.zeros(3))


def cases(module):
    mask = np.array([[True, False, True], [False, True, True]])
    for kind in bool, "u1", "i1", "S1", "V1", "u2", float:
        yield f"count {kind}", attempt(module.count, mask.astype(kind) if kind != "V1" else mask.view("V1"))
    yield "count transposed", module.count(mask.T)
    yield "count flat", attempt(module.count, mask[0])
    yield "count nothing", attempt(module.count, None)
    yield "flip", module.flip(mask[1].copy())
    fixed = mask[1].copy()
    fixed.flags.writeable = False
    yield "flip fixed", attempt(module.flip, fixed)
    numbers = np.array([-1, 2])
    yield "unsigned", module.as_unsigned(numbers)
    yield "of times", attempt(module.as_unsigned, numbers, np.array([3], dtype="datetime64[s]"))
    yield "of doubles", module.as_unsigned(numbers, np.array([1.0]))
    yield "of floats", attempt(module.as_unsigned, numbers, np.array([1.0], dtype="f"))
    yield "strided", attempt(module.as_unsigned, np.arange(4)[::2])
    bits = np.asfortranarray(np.arange(4, dtype="i4").reshape(2, 2))
    yield "contiguous", (module.contiguous(bits, 1), bits)
    yield "not so contiguous", attempt(module.contiguous, np.arange(4, dtype="i4").reshape(2, 2), 1)
    yield "pairs", module.pairs(np.array([1 << 32 | 5], dtype="u8"))
    yield "no pairs", attempt(module.pairs, np.zeros(1, dtype="u4"))
    yield "exact", [attempt(module.exact, np.ones(1, dtype=kind)) for kind in ("u1", "?", "i1")]
    x = np.arange(3.0)
    for i in (0, 2, 3, -1, -3, -4):
        yield f"last {i}", [attempt(call, x, i) for call in (module.last, module.counted)]
    for i in (0, 1, -1):
        yield f"store {i}", attempt(module.store, np.arange(4.0).reshape(2, 2), i)
        yield f"full {i}", attempt(module.full, np.arange(4.0).reshape(2, 2), i)
    yield "region", module.in_region(np.array([True, False, True]), np.zeros(3))
