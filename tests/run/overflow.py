import itertools

import numpy as np
from attempts import attempt

SMALL = [0, 1, 2, 3, 31, 32, 62, 63, 64, 65, 1000]


def numbers(bits, signed):
    top = 1 << (bits - signed)
    edge = [top - 2, top - 1, top // 2, top // 2 + 1, int(top**0.5), int(top**0.5) + 1]
    return SMALL + edge + ([-number for number in SMALL + edge] + [-top] if signed else [])


TYPES = {
    "int": (32, True), "long": (64, True), "long long": (64, True), "unsigned int": (32, False), "size_t": (64, False),
    "Py_ssize_t": (64, True), "int32_t": (32, True), "uint64_t": (64, False),
}


def cases(module):
    for name, (bits, signed) in TYPES.items():
        function = module.arithmetic[name]
        for which in range(6):
            pairs = itertools.product(numbers(bits, signed), repeat=2)
            yield f"{name} {which}", [attempt(function, a, b, which) for a, b in pairs]
    yield "narrow", [attempt(module.narrow, *four) for four in [(127, 255, 32767, 3), (-128, 255, -32768, 65535), (1, 200, 3, 65535)]]
    wide = [0, 1, -1, 2**31 - 1, -(2**31)]
    yield "mixed", [attempt(module.mixed, a, b, c, d) for a in wide for b in (2**62, -3) for c in (0, 2**32 - 1) for d in (2**64 - 1, 5)]
    yield "constants", [attempt(module.constants, x, y) for x in (0, 3, 30, 31, 21474, 21475, -1, -2, 2**31 - 1) for y in (1, 2**63 - 5)]
    yield "absolute", [attempt(module.absolute, x, y) for x in (-5, -(2**31)) for y in (7, -(2**63))]
    yield "unchecked", [attempt(module.unchecked, x) for x in (5, 2**31 - 1, 2**31)]
    yield "unfolded", [attempt(module.unfolded, x, 46341) for x in (1, 46340, 46341)]
    yield "through", [attempt(module.through, x, 65536) for x in (1, 32767, 32768)]
    yield "short", [attempt(module.short_circuit, a, b) for a in (-5, 2**31 - 1) for b in (0, 1, 2)]
    out, x, large = np.zeros(300, np.int32), np.arange(1, 1001, dtype=np.uint32), np.full(4000, 2**62)
    module.on_device(np.arange(300, dtype=np.int32) * 7000, out, 2)
    yield "device", out
    module.in_place(x, 3)
    yield "in place", x
    yield "sum", (module.total(np.arange(50)), module.sequential(np.arange(50)), attempt(module.sequential, large))
    # Cython sets the exception without the GIL in a parallel loop, and dies of it.
    if type(module.total).__name__ != "cython_function_or_method":
        too_large = "OverflowError('value too large')"
        assert repr(attempt(module.on_device, np.arange(300, dtype=np.int32) * 7000, out, 2000)) == too_large
        assert repr(attempt(module.in_place, np.arange(1, 1001, dtype=np.uint32), 5_000_000)) == too_large
        assert repr(attempt(module.total, large)) == too_large


BYTES = {
    "on_device": {"x": (1200, 0), "out": (0, 1200)},
    "in_place": {"x": (4000, 4000)},
    "total": {"x": (400, 0)},
}


def traced(module):
    module.on_device(np.arange(300, dtype=np.int32), np.zeros(300, np.int32), 2)
    module.in_place(np.arange(1, 1001, dtype=np.uint32), 3)
    module.total(np.arange(50))
