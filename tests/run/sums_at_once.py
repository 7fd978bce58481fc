import numpy as np
from layouts import layouts, tried

# Of arrays with 3 x 40, 40 x 40 and 3 x 40 elements.
BYTES = {"product_in_region": {"a": (960, 0), "b": (12800, 0), "c": (0, 960)}}
SIZES = (0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 31, 33, 50)


def traced(module):
    numbers = np.random.default_rng(8)
    module.product_in_region(numbers.standard_normal((3, 40)), numbers.standard_normal((40, 40)), np.ones((3, 40)))


def guarded(module, numbers, n):
    """What conditions keep from being read or divided, and divisions that fail."""
    x, y, mass = numbers.standard_normal((3, n))
    for name, given in layouts(x):
        yield ("attracting", n, name), tried(module.attracting, given, y, mass, np.ones((n, 2)))
        yield ("by threads", n, name), tried(module.attracting_threads, given, y, mass, np.ones((n, 2)))
    for at in {at for at in (1, n // 2, n - 1) if 0 < at < n}:
        same = [one.copy() for one in (x, y)]
        for one in same:
            one[at] = one[at - 1]
        yield ("in one place", n, at), tried(module.attracting, *same, mass, np.ones((n, 2)))
        yield ("in one place, by threads", n, at), tried(module.attracting_threads, *same, mass, np.ones((n, 2)))[0]
    for name, given in layouts(numbers.standard_normal((4, n))):
        yield ("step by step", n, name), tried(module.step_by_step, given, numbers.standard_normal((n, n)))
        yield ("row in place", n, name), tried(module.row_in_place, given, numbers.standard_normal((n, n)))
    for at in (n // 2, n - 1, n):
        widths = numbers.random(n) + 0.5
        widths[max(at, 0) :] = 0
        yield ("stored before", n, at), tried(module.stored_before, np.ones(n), numbers.standard_normal((3, n)), widths)
    memory = numbers.standard_normal(4 * n + 12)
    for distance in (1, n // 2, n):
        rows = np.lib.stride_tricks.as_strided(memory.copy(), (4, n), (8 * distance, 8))
        yield ("rows share elements", n, distance), tried(module.step_by_step, rows, numbers.standard_normal((n, n)))
    for name, given in layouts(numbers.random((n, n)) + n * np.eye(n)):
        yield ("lower", n, name), tried(module.lower, given, np.ones((n, n)))
        yield ("lower in place", n, name), tried(module.lower, given, given)
    for name, given in layouts(np.round(x)):
        yield ("ranked", n, name), tried(module.ranked, given, np.ones(n, "i8"))
    columns = numbers.standard_normal((5, n))
    for name, given in layouts(columns):
        for zero in (n, 0, n // 2, n - 1):
            z = numbers.standard_normal(n)
            z[zero : zero + 1] = 0
            yield ("ratios", n, name, zero), tried(module.ratios, given, np.ones(5), z, np.ones(n))
            yield ("ratios by zero", n, name, zero), tried(module.ratios, given, np.array([1, 1, 0, 1, 1.0]), z, np.ones(n))
        for zero in (5, 0, 3):
            y = np.where(np.arange(5) == zero, 0, numbers.standard_normal(5))
            yield ("skipping", n, name, zero), tried(module.skipping, given, y, np.ones(n))
        yield ("near", n, name), tried(module.near, given, np.arange(6.0), np.ones(n), 0.3, 5)
        yield ("near nothing", n, name), tried(module.near, given, np.arange(0.0), np.ones(n), -9, 5)
        yield ("shared out", n, name), tried(module.shared_out, given, np.ones(n), 0.3, 2)
        yield ("not shared out", n, name), tried(module.shared_out, given, np.ones(n), 9, 0)
        yield ("in two steps", n, name), tried(module.in_two_steps, given, np.ones(n))
        yield ("last in choice", n, name), tried(module.last_in_choice, given, np.ones(n))


def choices(module, numbers, n):
    """Numbers of which some are equal, zero with either sign, or not a number at all."""
    x = np.round(2 * numbers.standard_normal((7, n))) * 0.5
    odd = x.copy()
    odd[numbers.random(x.shape) < 0.1] = np.nan
    odd[numbers.random(x.shape) < 0.1] = -np.inf
    for kind, made in (("plain", x), ("odd", odd)):
        for name, given in layouts(made):
            results = np.ones(n), np.ones(n), np.ones(n, "i4")
            yield ("largest", n, kind, name), tried(module.largest_of_columns, given, *results)
            yield ("clamped", n, kind, name), tried(module.clamped, given, np.linspace(0, 2, 7), np.ones(n), np.ones(n, "i8"))
            yield ("only there", n, kind, name), tried(module.only_there, given, np.ones(n // 2), np.ones(n), n // 2)
            yield ("the last", n, kind, name), tried(module.the_last_that_was, given, np.ones(n))
            yield ("steps", n, kind, name), tried(module.steps, given, np.ones(n))
            yield ("reset", n, kind, name), tried(module.reset_each_time, given, np.ones(n), 0.5)
            yield ("rows", n, kind, name), tried(module.of_rows, given.T, np.ones(n))
            for inner in (0, 2):
                yield ("left", n, kind, name, inner), tried(module.left_before, given, np.ones(n), inner)
    for name, given in layouts(x[:3].T.astype("f4")):
        yield ("attracted", n, name), tried(module.attracted, given[:, 0], given[:, 1], given[:, 2], np.ones((n, 2), "f4"))
    points = numbers.standard_normal((n, 3))
    for name, given in layouts(points):
        yield ("distances", n, name), tried(module.distances, given, np.ones((n, n)))
        yield ("nearest", n, name), tried(module.nearest, given.astype("f4"), given[:5].astype("f4"), np.ones(n, "i4"), np.ones(n, "f4"))
        yield ("turned", n, name), tried(module.of_turned, given[:6], given, np.ones((6, n)))
        yield ("means of rows", n, name), tried(module.means_of_rows, given, np.ones(n), np.ones(n))
    square = numbers.standard_normal((n, n))
    yield ("turned in place", n), tried(module.of_turned, square, square, square)
    yield ("distances in place", n), tried(module.distances, square, square)
    for wide in (n + 2, n + 140):
        image = numbers.integers(0, 255, (6, wide), "u1")
        for name, given in layouts(image):
            yield ("dilated", wide, name), tried(module.dilated, given, given.copy(), 1)
            yield ("box", wide, name), tried(module.box, given.astype("i2") * 300, np.ones((6, wide), "i4"), 2)
            yield ("in place", wide, name), tried(module.dilated, given, given, 1)


def cases(module):
    numbers = np.random.default_rng(7)
    for n in SIZES:
        for k in (0, 1, 3):
            image, weights = numbers.standard_normal((n + k, n + k)), numbers.standard_normal((k, k))
            for name, given in layouts(image):
                yield ("convolve", n, k, name), tried(module.convolve, given, weights, np.ones((n, n)))
                yield ("in memory", n, k, name), tried(module.product_in_memory, given, given.T, np.full((n, n), np.nan if k == 0 else 0.5), -0.5, k)
                yield ("last", n, k, name), tried(module.last_values, 40 * given, np.ones(n + k), k)
                yield ("too many", n, k, name), tried(module.last_values, given, np.ones(n), n + k + 1)
                yield ("counts", n, k, name), tried(module.counts, given, np.ones(n + k), k)
            pixels = (image * 40 + 100).astype("u1")
            if k % 2:
                yield ("blurred", n, k), tried(module.blurred, pixels, np.abs(weights) / 9, pixels.copy())
            x = numbers.standard_normal(n + k).astype("f4")
            for name, given in layouts(x):
                yield ("filtered", n, k, name), tried(module.filtered, given, np.arange(k + 1, dtype="f4") - 0.5, np.ones(n, "f4"))
        yield from choices(module, numbers, n)
        yield from guarded(module, numbers, n)
        a, b = numbers.standard_normal((2, n)), numbers.standard_normal((n, n))
        yield ("product", n), tried(module.product, a, b, np.ones((2, n)))
        for name, given in layouts(b):
            yield ("region", n, name), tried(module.product_in_region, a, given, np.ones((2, n)))
        yield ("zeros", n), tried(module.product, -0.0 * a, np.abs(b), np.ones((2, n)))
        yield ("square", n), tried(module.product, b, b, b)
        yield ("in its own", n), tried(module.product_in_memory, b, b, b, 1.0, n)
        yield ("one element", n), tried(module.total_in_one_element, b, np.ones(1))
        for divisor in (n, 0):
            yield ("means", n, divisor), tried(module.means, a, np.ones(n), np.ones((n, n)), divisor)
        for shift in range(4):
            x = np.arange(n + 6) * 0.5
            yield ("same memory", n, shift), tried(module.same_memory, x[: n + 2], x[shift : shift + n])
            yield ("before", n, shift), tried(module.same_memory, x[shift : shift + n + 2], x[:n])
