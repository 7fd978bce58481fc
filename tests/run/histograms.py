import numpy as np
from attempts import attempt


def numbers(count, below, dtype="i4"):
    return (np.arange(count) * 7919 % below).astype(dtype)


def cases(module):
    for count in (0, 1, 1000, 100_000, 300_000):
        for size in (8, 300, 5000):
            bins, wide = np.ones(size, "i4"), np.ones(4, np.uint)
            module.of_integers(bins, wide, numbers(count, size))
            yield f"{size} integers, {count} iterations", [bins, wide]
    x = numbers(100_000, 100)
    x[77_777] = 100
    yield "out of bounds", attempt(module.of_integers, np.zeros(100, "i4"), np.zeros(4, np.uint), x)
    for count in (10, 200_000):
        sums, singles, counts = np.zeros((5, 4)), np.zeros(5, "f4"), np.zeros(5, int)
        points = np.arange(4.0 * count).reshape(count, 4) % 11
        module.of_numbers(sums, singles, counts, points, numbers(count, 5, int))
        yield f"numbers, {count} iterations", [sums, singles, counts]
        module.with_loops(sums, points, numbers(count, 5, int))
        yield f"loops, {count} iterations", sums
    sums = np.zeros((3, 7), "i4")
    module.of_a_nest(sums, numbers(400 * 500, 1000).reshape(400, 500))
    yield "a nest", sums
    bins, flags = np.full(51, 3, "i4"), np.zeros(50, "i4")
    module.that_is_read(bins, flags, numbers(100_000, 50))
    yield "read", [bins, flags & 127]
    bins, others = np.zeros(50, "i4"), np.zeros(50, "i4")
    module.twice(bins, others, numbers(100_000, 50))
    module.twice(bins, bins, numbers(100_000, 50))
    yield "twice", [bins, others]
    bins, x = np.zeros(51, "i4"), numbers(100_000, 50, int)
    x[0] = 50
    module.one_array(bins, bins, x)
    yield "one array", bins
    bins, same = np.zeros(51, "i4"), np.zeros(51, "i4")
    module.in_a_loop(bins, bins, x)
    yield "one array in a loop", bins.copy()
    module.in_a_loop(bins, same, x)
    yield "two arrays in a loop", [bins, same]
    bins, shorts = np.zeros(100, "i4"), np.zeros(50, "i2")
    module.of_strided(bins[::2], shorts, numbers(100_000, 50))
    yield "strided", [bins, shorts]


def traced(module):
    x = numbers(100, 5)
    module.of_integers(np.ones(8, "i4"), np.ones(4, np.uint), x)
    module.of_numbers(np.zeros((5, 4)), np.zeros(5, "f4"), np.zeros(5, int), np.ones((9, 4)), numbers(9, 5, int))
    module.with_loops(np.zeros((5, 4)), np.ones((9, 4)), numbers(9, 5, int))
    module.of_a_nest(np.zeros((3, 7), "i4"), x.reshape(10, 10))
    module.that_is_read(np.zeros(8, "i4"), np.zeros(8, "i4"), x)
    module.twice(np.zeros(8, "i4"), np.zeros(8, "i4"), x)
    module.one_array(np.zeros(8, "i4"), np.zeros(8, "i4"), x.astype(int))
    module.in_a_loop(np.zeros(8, "i4"), np.zeros(8, "i4"), x.astype(int))
    module.of_strided(np.zeros(16, "i4")[::2], np.zeros(8, "i2"), x)


BYTES = {
    "of_integers": {"bins": (32, 32), "wide": (32, 32), "x": (400, 0)},
    "of_numbers": {
        "sums": (160, 160), "singles": (20, 20), "counts": (40, 40), "points": (272, 0), "labels": (72, 0)
    },
    "with_loops": {"sums": (160, 160), "points": (288, 0), "labels": (72, 0)},
    "of_a_nest": {"sums": (84, 84), "image": (400, 0)},
    "that_is_read": {"bins": (32, 32), "flags": (32, 32), "x": (400, 0)},
    "twice": {"bins": (32, 32), "others": (32, 32), "x": (400, 0)},
    "one_array": {"bins": (32, 32), "same": (32, 32), "x": (800, 0)},
    "in_a_loop": {"bins": (32, 32), "same": (32, 32), "x": (800, 0)},
    "of_strided": {"bins": (60, 60), "shorts": (16, 16), "x": (400, 0)},
}
