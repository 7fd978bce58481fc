import numpy as np


def cases(module):
    for n in (0, 1, 2, 30, 5000):
        x = (np.arange(n) * 37 % 101 - 40) / 4
        keys = np.arange(n) * 7 % 6 - 3
        rows, columns = np.full(n, 9.0), np.full(4, np.inf)
        module.nearest(np.ascontiguousarray(x[:, None] * (1 + np.arange(4.0))), rows, columns)
        yield f"nearest {n}", [rows, columns]
        least, greatest = np.full(6, 3.0), np.full(6, -2.0)
        module.of_doubles(x, keys, least, greatest)
        yield f"doubles {n}", [least, greatest]
        least, greatest = np.full(3, 1, np.float32), np.full(1, 1, np.float32)
        module.of_floats(x.astype(np.float32), least, greatest)
        yield f"floats {n}", [least, greatest]
        numbers, wide = (np.arange(n) * 37 % 101 - 40).astype(np.int32), np.full(1, -0.5)
        least, greatest = np.full(1, 5, np.int32), np.full(1, -(2**40), np.int64)
        module.of_integers(numbers, least, greatest, wide)
        yield f"integers {n}", [least, greatest, wide]
        least, greatest = np.full(1, 2**32 - 1, np.uint32), np.full(1, 2**63, np.uint64)
        module.of_unsigned(numbers.view(np.uint32), least, greatest)
        yield f"unsigned {n}", [least, greatest]
        least, counts = np.full(3, 8.0), np.ones(3, np.int64)
        module.of_threads(np.ascontiguousarray(x[:, None] + np.arange(3.0)), least, counts)
        yield f"threads {n}", [least, counts]
        sums = np.array([-0.0, 1.0, 2.0])
        module.weighed(np.abs(x), np.array([1.0, 2.0 if n else np.inf, 3.0]), sums)
        yield f"weighed {n}", [sums]
        sums = np.full(n, 1, np.float32)
        module.narrowed(x * 2.0**-24 + 2.0**-50, sums)
        yield f"narrowed {n}", [sums]
        sums, products = np.full(n, 1, np.float32), np.full(n, 3, np.float32)
        module.narrowed_atomically(x * 2.0**-24 + 2.0**-50, sums, products)
        yield f"atomically {n}", [sums, products]
    # What is no number is neither less nor greater; equal zeros leave the first.
    for first in (0.0, -0.0, np.nan, np.inf, -np.inf):
        for second in (0.0, -0.0, np.nan, np.inf, 1.0):
            least, greatest = np.array([first]), np.array([first])
            module.of_doubles(np.array([second]), np.zeros(1, np.int64), least, greatest)
            found, floats = np.array([first], np.float32), np.array([first] * 3, np.float32)
            module.of_floats(np.array([second], np.float32), floats, found)
            yield f"special {first} {second}", [least, greatest, found, floats]


def traced(module):
    x = np.arange(4.0)
    module.nearest(x[:, None].copy(), np.zeros(4), np.zeros(1))
    module.of_doubles(x, np.zeros(4, np.int64), np.zeros(1), np.zeros(1))
    module.of_floats(x.astype(np.float32), np.zeros(3, np.float32), np.zeros(1, np.float32))
    numbers = np.arange(4, dtype=np.int32)
    module.of_integers(numbers, np.zeros(1, np.int32), np.zeros(1, np.int64), np.zeros(1))
    module.of_unsigned(numbers.view(np.uint32), np.zeros(1, np.uint32), np.zeros(1, np.uint64))
    module.of_threads(x[:, None].copy(), np.zeros(1), np.zeros(1, np.int64))
    module.weighed(x, np.ones(1), np.zeros(1))
    module.narrowed(x, np.zeros(4, np.float32))
    module.narrowed_atomically(x, np.zeros(4, np.float32), np.zeros(4, np.float32))


BYTES = {
    "nearest": {"distances": (32, 0), "rows": (32, 32), "columns": (8, 8)},
    "of_doubles": {"x": (32, 0), "keys": (32, 0), "least": (8, 8), "greatest": (8, 8)},
    "of_floats": {"x": (16, 0), "least": (12, 12), "greatest": (4, 4)},
    "of_integers": {"x": (16, 0), "least": (4, 4), "greatest": (8, 8), "wide": (8, 8)},
    "of_unsigned": {"x": (16, 0), "least": (4, 4), "greatest": (8, 8)},
    "of_threads": {"x": (32, 0), "least": (8, 8), "counts": (8, 8)},
    "weighed": {"x": (32, 0), "weights": (8, 0), "sums": (8, 8)},
    "narrowed": {"x": (32, 0), "sums": (16, 16)},
    "narrowed_atomically": {"x": (32, 0), "sums": (16, 16), "products": (16, 16)},
}
