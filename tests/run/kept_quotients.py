import numpy as np
from layouts import layouts, tried

SIZES = (0, 1, 2, 15, 16, 17, 63, 64, 65, 127, 128, 129, 200, 1000)
WITH_TWO = "divide both_arms one_arm guarded left left_by_condition of_the_last backwards to_integers by_threads without_bounds unchecked".split()


def zeros(n):
    """Which divisors are zero."""
    yield ()
    yield from ((at,) for at in (0, 15, 63, 64, n // 2, n - 1) if 0 <= at < n)
    if n > 70:
        yield 69, 3
        yield n - 1, 66


def all_of(module, numbers, n, at):
    a, b = numbers.standard_normal((2, n))
    b[list(at)] = 0
    a[n // 3 : n - 5] = -np.abs(a[n // 3 : n - 5])  # blocks with none of one kind
    label = n, at
    for name in WITH_TWO:
        out = np.full(n, 9, "i4") if name == "to_integers" else np.full(n, 9.0)
        given = tried(getattr(module, name), a, b, out)
        # Which iterations other threads have done is unspecified.
        yield (name, *label), given if "threads" not in name or not at else given[0]
    single = [one.astype("f4") for one in (a, b)]
    yield ("contiguous", *label), tried(module.divide_contiguous, *single, np.full(n, 9, "f4"))
    yield ("in place", *label), tried(module.in_place, a.copy(), b)
    yield ("in place, both the same", *label), tried(module.in_place, b, b)
    for name in ("own_divisor", "of_the_one_before", "of_the_next"):
        yield (name, *label), tried(getattr(module, name), b.copy())
    p, q = np.full((2, n), 9.0)
    c = -a
    c[b != 0] += 1
    yield ("two", *label), tried(module.two, a, c, p, q)
    yield ("two in one", *label), tried(module.two, a, c, p, p)
    yield ("one after the other", *label), tried(module.one_after_the_other, a.copy(), b, p, q)
    yield ("one after the other, in one", *label), tried(module.one_after_the_other, a.copy(), b, p, p)
    yield ("one after the other, in the divisor", *label), tried(module.one_after_the_other, a.copy(), b.copy(), p, b.copy())
    yield ("threads in place", *label), tried(module.by_threads_in_place, a.copy(), b)[: 1 if at else 2]
    yield ("by variables", *label), tried(module.by_variables, a, b, p.copy(), q.copy())
    u, v = a * (b != 0), b
    yield ("root", *label), tried(module.with_root, u, v, p, q)
    yield ("root in place", *label), tried(module.with_root, u, v.copy(), u, q)
    integers = [(10 * a).astype("i8"), (b != 0).astype("i4") * 3]
    yield ("of integers", *label), tried(module.of_integers, *integers, np.full(n, 9.0))
    yield ("by number", *label), tried(module.by_number, a, np.full(n, 9.0), 0.5, 0.0 if at else 1.5)


def overlapping(module, numbers, n, at):
    """Views of the same memory."""
    memory = numbers.standard_normal(3 * n + 5)
    memory[list(at)] = 0
    for distance in (-2, -1, 1, 2, n // 2, n):
        for which in range(3):
            own = memory.copy()
            views = [own[2 : n + 2], numbers.standard_normal(n) + 3, np.full(n, 9.0)]
            views[which] = own[max(0, 2 + distance) :][:n]
            arguments = [views[0], views[1], views[2]] if which else [views[1], views[0], views[2]]
            for name in ("divide", "guarded"):
                yield (name, "overlapping", n, at, distance, which), (tried(getattr(module, name), *arguments), own)
        own = memory.copy()
        yield ("in place, overlapping", n, at, distance), (tried(module.in_place, own[2 : n + 2], own[max(0, 2 + distance) :][:n]), own)
        own = memory.copy()
        p, q = own[2 : n + 2], own[max(0, 2 + distance) :][:n]
        given = tried(module.one_after_the_other, numbers.standard_normal(n), np.ones(n), p, q)
        yield ("one after the other, overlapping", n, at, distance), (given, own)


def in_rows(module, numbers, shape, at):
    a, b = numbers.random((2, *shape)) + 1
    c = np.array(b)
    if at:
        b[at], c[at] = 0, -a[at]
    for name, given in layouts(a):
        yield ("rows", shape, at, name), tried(module.rows, given, c, np.full(shape, 9.0))
        yield ("columns", shape, at, name), tried(module.columns, given, b.sum(axis=1), np.full(shape, 9.0))
        yield ("rows by threads", shape, at, name), tried(module.rows_by_threads, given, b, np.full(shape, 9.0))[0]
    for name, given in layouts(b):
        yield ("the row before", shape, at, name), tried(module.from_the_row_before, given)
    memory = numbers.random(4 * shape[1] + 12) + 1
    for distance in (1, shape[1] // 2, shape[1]):
        rows = np.lib.stride_tricks.as_strided(memory.copy(), (4, shape[1]), (8 * distance, 8))
        yield ("rows share elements", shape, distance), tried(module.from_the_row_before, rows)


def cases(module):
    numbers = np.random.default_rng(81)
    for n in SIZES:
        for at in zeros(n):
            yield from all_of(module, numbers, n, at)
            if n in (17, 65, 200):
                yield from overlapping(module, numbers, n, at)
        a, b = numbers.standard_normal((2, n + 3))
        for name, given in layouts(a):
            yield ("layouts", n, name), tried(module.divide, given, b, np.full(n + 3, 9.0))
        for start, stop in ((0, n), (0, n + 1), (0, n + 2), (-1, n), (-2, n), (n, 0), (0, 2**62), (-(2**62), 2**62)):
            if stop - start < 2**20 or n:
                yield ("shifted", n, start, stop), tried(module.shifted, a, b, np.full(n + 2, 9.0), start, stop)
        short = numbers.standard_normal(n // 2)
        yield ("too short", n), tried(module.divide, a, short, np.full(n + 3, 9.0))
        yield ("short results", n), tried(module.divide, a, b, np.full(n // 2, 9.0))
    for shape in ((0, 3), (3, 0), (2, 15), (3, 16), (3, 64), (4, 100), (5, 130), (70, 70)):
        places = {(0, 0), (shape[0] - 1, shape[1] - 1), (shape[0] // 2, shape[1] // 2), (shape[0] - 1, 0)}
        for at in sorted(places) if all(shape) else [()]:
            yield from in_rows(module, numbers, shape, at)
