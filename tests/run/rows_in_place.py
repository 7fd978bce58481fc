import numpy as np
from layouts import tried

BYTES = {"in_region": {"a": (1600, 0), "out": (0, 1600)}, "shares_in_region": {"x": (1600, 1600)}}


def traced(module):
    module.in_region(np.ones((10, 20)), np.zeros((10, 20)))
    module.shares_in_region(np.ones((10, 20)))


def overlapping(numbers, n, ty, steps):
    """An array whose rows, `steps` elements apart, share elements."""
    memory = numbers.random(n * steps[0] + n * steps[1] + 1).astype(ty)
    return np.lib.stride_tricks.as_strided(memory, (n, n), [step * memory.itemsize for step in steps]), memory


def layouts(numbers, n, ty):
    made = (9 * numbers.random((n, n))).astype(ty)
    yield "C", made, made
    made = np.asfortranarray(made)
    yield "F", made, made
    made = (9 * numbers.random((2 * n, 3 * n))).astype(ty)
    yield "strided", made[::2, ::3], made
    made = (9 * numbers.random((n, n))).astype(ty)
    yield "reversed", made[::-1, ::-1], made
    for steps in (1, 1), (2, 1), (1, 2), (0, 1), (1, 0), (max(n - 1, 0), 1), (n, 1), (1, n):
        yield f"steps {steps}", *overlapping(numbers, n, ty, steps)


def in_threads(module, numbers, n):
    for more in 0, 13, 100:
        for layout, a, memory in list(layouts(numbers, n + more, "f8"))[:4]:
            x, y, z = numbers.random(2 * n), numbers.random(n + more), numbers.random(n + more)
            module.products_in_threads(x[::2], y, z[: n + more], a[:n])
            yield f"products in threads {layout} {n} {more}", (x, z)
            if n > 1:
                module.shares_in_threads(a[:n])
                module.standardised_in_threads(a[:n])
                yield f"columns in threads {layout} {n} {more}", memory
        if n:
            a = numbers.random((n, n + more)) + 1
            module.shares_in_region(a)
            yield f"columns in a region {n} {more}", a.copy()
            a[:, more] = 0
            yield f"columns by zero {n} {more}", [tried(one, a)[0] for one in (module.shares_in_threads, module.shares_in_region)]


def cases(module):
    numbers = np.random.default_rng(5)
    in_place = [
        ("summed", "f8", ()), ("summed_up", "f4", ()), ("least_path", "f8", ()), ("in_time", "f8", (0.1,)),
        ("turned", "f8", (0.6, 0.8)), ("pascal", "i8", ()), ("relaxed", "f8", ()), ("ahead", "f8", ()),
        ("backwards", "f8", ()), ("inverse", "f8", ()), ("standardised", "f8", ()), ("centred", "f4", ()),
        ("next_column", "f8", ()),
    ]  # fmt: skip
    for n in 0, 1, 2, 3, 5, 8, 17, 33, 70:
        for name, ty, more in in_place:
            for layout, a, memory in layouts(numbers, n, ty):
                yield f"{name} {layout} {n}", (tried(getattr(module, name), a, *more), memory)
        yield from in_threads(module, numbers, n)
        a = numbers.random((n, n)) + n * np.eye(n)
        yield f"eliminated {n}", (tried(module.eliminated, a), a)
        a[n // 2 :, n // 2 :] = 0
        yield f"eliminated, no pivot {n}", (tried(module.eliminated, a), a)
        for shift in 1, 2, 7, 64, 71:
            a = numbers.random((n, n))
            module.by_pointer(a, shift)
            yield f"by pointer {n} {shift}", a
        out = np.zeros((n, n))
        module.in_region(a, out)
        yield f"in region {n}", out
        # Cython's C, which is compiled without optimisation here, calls `pow`: it is exact for these.
        short = lambda *shape: numbers.integers(-999, 999, shape) / 64
        for row in 0, 1, 2:
            a, by = numbers.random((3, n)), numbers.random(n)
            module.twice_stored(a, by, row)
            yield f"twice stored {n} {row}", a
        a, b, out = short(n, 5), short(n, 5), np.zeros((n, n))
        module.distances(a, b, out)
        yield f"distances {n}", out
        a[n // 2 :, 2] = [np.inf, np.nan, 1e-200, 1e200][n % 4]
        module.distances(a, a, out)
        yield f"distances of extremes {n}", out
        if n:
            a, b = short(n, n).astype("f4"), short(n, n)
            module.squares(a, b)
            yield f"squares {n}", (a, b)
    for x in 0.0, -0.0, 1.5, -1e-200, 1e200, 1e155, 5e-324, float("inf"), float("nan"):
        with np.errstate(over="ignore"):
            yield f"square {x}", module.square(x, x if abs(x) < 1e30 else 3.0)
