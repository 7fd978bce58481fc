import numpy as np
from layouts import tried

SIZES = (0, 1, 2, 5, 31, 63, 64, 65, 100, 127, 128, 200, 300, 1000)


def arrays(numbers, n):
    """Random ones, and those with something to do in each iteration, in none, or in the first or last one."""
    some = numbers.random(n)
    yield "random", some
    yield "up", np.sort(some)
    yield "down", np.sort(some)[::-1].copy()
    yield "same", np.full(n, 0.5)
    with_nan = some.copy()
    with_nan[::7] = np.nan
    yield "not a number", with_nan
    late = np.sort(some)[::-1].copy()
    late[n - 1 :] = 2
    yield "late", late
    yield "strided", numbers.random(2 * n)[::2]


def cases(module):
    numbers = np.random.default_rng(17)
    for n in (0, 1, 5, 40, 64, 70, 130):
        for kind in ("C", "F", "strided"):
            d = numbers.random((n, n)) * (1 + 9 * (numbers.random((n, n)) > 0.3))
            d = {"C": d, "F": np.asfortranarray(d), "strided": np.repeat(d, 2, axis=1)[:, ::2]}[kind]
            module.paths(d)
            yield f"paths {kind} {n}", d.copy()
        d, by = numbers.integers(-3 if n < 41 else 1, 1000, (n, n)).astype("i4"), np.full((n, n), -1, "i4")
        module.paths_of_int(d, by)
        yield f"paths of int {n}", (d, by)

    for n in SIZES:
        for kind, x in arrays(numbers, n):
            yield f"largest {kind} {n}", module.largest(x)
            for ty in "f4", "f8", "i8", "i4", "i2":
                yield f"last smallest {kind} {n} {ty}", module.last_smallest((np.nan_to_num(x) * 90).astype(ty))
                yield f"least and most {kind} {n} {ty}", module.least_and_most((np.nan_to_num(x) * 90).astype(ty))
            for low, high in ((0.5, 0.6), (-1.0, 2.0), (0.1, np.nan), (0.9, 0.1)):
                yield f"either {kind} {n} {low} {high}", module.either(x, x[::-1], low, high)
                yield f"either, too short {kind} {n} {low} {high}", tried(module.either, x, x[: n // 2], low, high)
            wide, best, second = np.array([x, x[::-1], x * 2]), np.zeros(3), np.full(3, -1.0)
            yield f"two largest {kind} {n}", tried(module.two_largest, wide, best, second)
            yield f"position {kind} {n}", [module.position(x, value) for value in [-1, 2, *x[: n : n // 3 + 1]]]
            yield f"remembered {kind} {n}", module.remembered(x, 0.5)
            for by in 1, 3, 40:
                one, other = x * 100, x[::-1] * 100
                module.carried(one, other, by)
                module.carried(same := x * 30, same, by)
                yield f"carried {kind} {n} {by}", (one, other, same)
            small = (np.nan_to_num(x) * 99).astype("i2")
            out = np.zeros(n, "i2")
            yield f"skipping {kind} {n}", (module.skipping(small, out), small, out)
            yield f"twice {kind} {n}", module.twice(np.ascontiguousarray(x), numbers.random(n))
            few = numbers.integers(0, 5, n).astype("i4")
            yield f"nested {kind} {n}", module.nested(x, numbers.random(n), few)
            yield f"nested, too short {kind} {n}", tried(module.nested, x, numbers.random(n), few[: n // 2])
            yield f"calls {kind} {n}", tried(module.calls, np.ascontiguousarray(x), 0.25)
            by = np.ones(n)
            yield f"divided {kind} {n}", tried(module.divided, np.ascontiguousarray(x), by)
            by[n // 2 :: 9] = 0
            yield f"divided by zero {kind} {n}", tried(module.divided, np.ascontiguousarray(x), by)
            points = np.column_stack([x, x[::-1]])
            yield f"nearest {kind} {n}", [module.nearest(points, px, py) for px, py in [(0.5, 0.5), (0, 9), (np.nan, 0)]]
        x = np.arange(n) * 7 % max(n, 1)
        for value in (-1, 0, n // 2, n - 1, n):
            yield f"find {value} of {n}", [module.find(x, value, start, n) for start in (0, 1, n // 2, n)]
            strided = np.repeat(x, 3)[::-3]
            yield f"find {value} of {n}, strided", module.find(strided, value, 0, n)
        if n > 7 and n % 7:
            yield f"find one that is there in {n}", [module.find(x, value, 0, 2**40) for value in range(0, n, 9)]
        yield f"find in nothing {n}", [module.find(x, 0, 5, 2), module.find(x, 1, n, -n)]
        letters = numbers.integers(0, 256, n).astype("u1")
        for at in {0, n // 3, n - 1} & set(range(n)):
            other = letters.copy()
            other[at] ^= 1
            yield f"checked {n} {at}", module.checked(letters, other)
            yield f"checked, too short {n} {at}", [
                tried(module.checked, letters, other[: at + more]) for more in (0, 1, 2)
            ]
        yield f"checked, the same {n}", (module.checked(letters, letters), tried(module.checked, letters, letters[: n - 1]))
        rows = numbers.random((5, n)).astype("f4")
        module.largest_of_rows(rows, best := np.zeros(5, "f4"), at := np.zeros(5, "i4"))
        yield f"largest of rows {n}", (best, at)
        for low, high in [(0.1, 0.9), (0.5, 0.5), (-1, 2)]:
            wide = numbers.random((4, n)) + 0.001
            yield f"limits {n} {low}", module.limits(wide, np.full(n, low * 1.0), np.full(n, high * 1.0))
            yield f"limits, too short {n} {low}", tried(module.limits, wide, np.full(n, low * 1.0), np.full(n // 2, high * 1.0))
