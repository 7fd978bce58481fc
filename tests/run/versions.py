import sys

import numpy as np

LAST = sys.maxsize


def tried(function, *arguments):
    """What a call gives, or its exception, and what it has left in the arrays."""
    try:
        given = function(*arguments)
    except Exception as error:
        given = type(error).__name__, str(error)
    return given, [argument.tolist() for argument in arguments if isinstance(argument, np.ndarray)]


def layouts(n):
    yield "alone", lambda: np.arange(n) * 0.5
    yield "every second", lambda: (np.arange(2 * n + 1) * 0.5)[: 2 * n : 2]
    yield "backwards", lambda: (np.arange(n) * 0.5)[::-1]
    yield "one element", lambda: np.lib.stride_tricks.as_strided(np.zeros(1), (n,), (0,))


def of_one(module):
    for n in (0, 1, 2, 3, 5, 8, 17):
        for name, make in layouts(n):
            for more in (-1, 0, 1):
                other = np.arange(max(n + more, 0)) + 0.25
                yield ("triad", n, name, more), tried(module.triad, make(), other, other[::-1], 2.0)
                yield ("gathered", n, name, more), tried(module.gathered, other, (np.arange(n) % 3 - 1).astype("i4"), make())
                yield ("overlap", n, name, more), tried(module.overlapping, make(), other)
                yield ("zero", n, name, more), tried(module.stops_at_zero, make(), other - 2.25)
                yield ("raise", n, name, more), tried(module.raises_inside, make(), 3 - other)
                yield ("held", n, name, more), tried(module.Held(make()).add, other)
                # Threads that store to one element race.
                if name != "one element":
                    yield ("parallel", n, name, more), parallel(tried(module.parallel_triad, make(), other, other, 2.0))
                    yield ("branch", n, name, more), parallel(tried(module.in_branches, make(), other, more))
            same = make()
            yield ("same", n, name), tried(module.overlapping, same, same)
            yield ("total", n, name), tried(module.total, make())
            for start, stop in ((0, n), (-2, n), (-n, 0), (-n - 1, n), (0, n + 1), (n, 0), (2, -1), (n - 1, n)):
                yield ("part", n, name, start, stop), tried(module.part, make(), np.arange(n) + 0.5, start, stop)
                yield ("back", n, name, start, stop), tried(module.back, make(), np.arange(n) + 0.5, stop, start)
                yield ("step", n, name, start, stop), tried(module.by_step, make(), start, stop)
                yield ("not around", n, name, start, stop), tried(module.not_around, make(), start, stop)
                if -n <= start and stop <= n:
                    yield ("around alone", n, name, start, stop), tried(module.around_alone, make(), start, stop)
                yield ("shifted", n, name, start, stop), tried(module.shifted, make(), start, stop)
                yield ("sum", n, name, start, stop), parallel(tried(module.parallel_sum, make(), start, stop))
            for count in (-1, 0, n - 1, n, n + 1):
                yield ("after", n, name, count), tried(module.after, make(), count)
                yield ("grows", n, name, count), tried(module.grows, make(), count)
                yield ("changed", n, name, count), tried(module.changed_bound, make(), 3, count)
                yield ("found", n, name, count), tried(module.found_at, make(), 1.0, count)
                yield ("not found", n, name, count), tried(module.found_at, make(), 0.3, count)
                yield ("narrow", n, name, count), tried(module.narrow, make(), max(count, 0))
                yield ("unsigned", n, name, count), tried(module.unsigned_range, make(), max(count, 0))
                yield ("last", n, name, count), parallel(tried(module.parallel_last, make(), count))
        # Sums that wrap around.
        for k in (LAST, LAST - 1, LAST - n, -LAST - 1, -LAST, 1 << 62):
            for count in (1, 2, n):
                yield ("shifted far", n, k, count), tried(module.shifted, np.zeros(n), k, count)
            yield ("wrapped", n, k), tried(module.wrapped_range, np.zeros(n), k, k)
            yield ("wrapped once", n, k), tried(module.wrapped_range, np.zeros(n), k, 1)
            yield ("wrapped below", n, k), tried(module.wrapped_range, np.zeros(n), k, -1)
        for k in (1 << 62, LAST):
            yield ("wrapped start", n, k), tried(module.wrapped_start, np.zeros(n), k, k, n)
        yield ("wrapped start once", n), tried(module.wrapped_start, np.zeros(n), LAST, 1, n)
        for k in (n + 2, n + 3, -LAST - 1, -LAST):
            yield ("wrapped stop", n, k), tried(module.wrapped_stop, np.zeros(n), k)
        chars = np.arange(n).astype("i1")
        yield ("chars", n), tried(module.of_chars, np.zeros(n, "i1"), chars)
        yield ("chars of one", n), tried(module.of_chars, chars[1:], chars[: max(n - 1, 0)])


def parallel(result):
    """Which iterations have run before an exception is unspecified."""
    (given, arrays) = result
    return given if isinstance(given, tuple) and given[0] == "IndexError" else result


def of_two(module):
    def planes(m, n):
        yield "rows", np.arange(m * n, dtype=float).reshape(m, n)
        yield "columns", np.asfortranarray(np.arange(m * n, dtype=float).reshape(m, n))
        yield "inner", np.arange((m + 2) * (n + 3), dtype=float).reshape(m + 2, n + 3)[1 : m + 1, 2 : n + 2]
        yield "every second", np.arange(4 * m * n, dtype=float).reshape(2 * m, 2 * n)[::2, ::2]
        yield "backwards", np.arange(m * n, dtype=float).reshape(m, n)[:, ::-1]

    for m in (0, 1, 2, 3, 6):
        for n in (0, 1, 2, 4, 7):
            for name, plane in planes(m, n):
                for by in (0, 1, 2):
                    yield ("stencil", m, n, name, by), tried(module.stencil, plane, np.zeros((m, n)), by)
                yield ("less", m, n, name), tried(module.stencil, plane, np.zeros((m, max(n - 2, 0))), 1)
                yield ("row", m, n, name), tried(module.last_row, plane.copy(order="K"), n)
                yield ("row and more", m, n, name), tried(module.last_row, plane.copy(order="K"), n + 1)
                for columns in (-1, 0, n, n + 1):
                    result = tried(module.parallel_rows, plane, np.zeros(m), columns)
                    yield ("rows", m, n, name, columns), parallel(result)
                for dtype, by in (("f4", 1.5), ("i8", 3), ("c16", 2 - 1j)):
                    yield ("scaled", m, n, name, dtype), tried(module.scaled, plane.astype(dtype), by)
        for n in (-1, m, m + 1):
            yield ("triangle", m, n), tried(module.triangle, np.zeros((m, m), "i4"), n)


def of_sparse(module):
    values, x = np.arange(6) + 0.5, np.arange(4) + 1.0
    columns = np.array([0, 3, -1, 2, 1, 0], "i4")
    for starts in ([0, 2, 2, 6], [0, 2, 6, 7], [-2, 3, 4, 5], [5, 2, 6, 6], [0, 1], [6, 6, 6, 6]):
        for more in (0, 9):
            with_bad = columns.copy()
            with_bad[3] += more
            result = tried(module.sparse, values, with_bad, np.array(starts, "i4"), x, np.zeros(3))
            yield ("sparse", str(starts), more), result


def of_many(module):
    """More than one thread does on its own."""
    for n in (600, 700, 5000, 20001):
        for step in (1, 2):
            b, c = (np.arange(n * step) * 1.0)[::step], np.arange(n)[::-1] * 0.5
            a = np.zeros(n)
            module.parallel_triad(a, b, c, 3.0)
            yield ("many", n, step), a
            yield ("many less", n, step), parallel(tried(module.parallel_triad, np.zeros(n), b[:-1], c, 3.0))
            yield ("many sums", n, step), module.parallel_sum(b, -5, n)
            yield ("many last", n, step), module.parallel_last(b, n)
            a = np.zeros(n)
            module.parallel_called(a, b)
            yield ("many called", n, step), a
        for order in "CF":
            rows = np.array(np.arange(n * 3.0).reshape(n, 3), order=order)
            sums = np.zeros(n)
            module.parallel_rows(rows, sums, 3)
            yield ("many rows", n, order), sums


def cases(module):
    for n in 1, 3:
        yield f"shared parts {n}", module.shared_parts(n)
    yield from of_one(module)
    yield from of_two(module)
    yield from of_sparse(module)
    yield from of_many(module)
