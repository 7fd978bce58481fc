import numpy as np
from layouts import layouts, tried

SIZES = (0, 1, 2, 3, 15, 16, 17, 33, 100, 1000)


def cases(module):
    numbers = np.random.default_rng(82)
    for n in SIZES:
        x = numbers.standard_normal(n)
        x[: n // 8] = np.round(x[: n // 8])
        x[n // 8 : n // 6] = np.nan
        for name, given in layouts(x):
            yield ("clip", n, name), tried(module.clip, given, np.full(n, 9.0), -0.5, 0.5)
            yield ("clip in place", n, name), tried(module.clip, given, given, -0.5, 0.5)
            yield ("huber", n, name), tried(module.huber, given, np.full(n, 9.0), 0.7)
            yield ("moved", n, name), tried(module.moved, given, np.full(n, 9.0))
            yield ("others", n, name), tried(module.others, given, np.full(n, 9.0), np.full(n, 8.0))
            yield ("until", n, name), tried(module.until, given.copy())
            yield ("left", n, name), tried(module.left, given, np.full(n, 9.0))
            yield ("counted", n, name), tried(module.counted, given, np.full(n, 9.0), 0.25)
        for short in (n // 2, n):
            yield ("short", n, short), tried(module.clip, x, np.full(short, 9.0), -0.5, 0.5)
            names = []
            yield ("objects", n, short), (tried(module.objects, x, np.full(short, 9.0), names), names)
        if n > 2:
            yield ("shifted", n), tried(module.clip, x[:-1], x[1:], -0.5, 0.5)
            yield ("others of one", n), tried(module.others, x, *[np.full(n, 9.0)] * 2)
        pixels = numbers.integers(0, 256, n).astype("u1")
        pixels[: n // 8] = 0
        for name, given in layouts(pixels):
            yield ("threshold", n, name), tried(module.threshold, given, np.full(n, 9, "u1"), 128)
        whole = numbers.integers(-50, 50, n)
        for name, given in layouts(whole):
            yield ("threads", n, name), tried(module.by_threads, given, np.full(n, 9, "i4"))
        for most in (n, n + 3):
            at = numbers.integers(-2, max(most, 1), n).astype("i4")
            at[n // 2 :] += 100
            yield ("looked up", n, most), tried(module.looked_up, at, x, np.full(n, 9.0))
            yield ("looked up, short", n, most), tried(module.looked_up, at, x, np.full(n // 3, 9.0))
    for shape in ((0, 3), (3, 1), (5, 17), (40, 40)):
        for name, given in layouts(numbers.standard_normal(shape).astype("f4")):
            yield ("rows", shape, name), tried(module.clip_in_place, given, -0.25)
