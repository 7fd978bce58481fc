import itertools

import numpy as np
from attempts import attempt, attempt_indices

BAD = (3, -4, 2**31 - 1, -(2**31))


def vector(n):
    return np.arange(n, dtype=float) * 1.5 - 1


def matrix(n, m):
    return np.arange(n * m, dtype=float).reshape(n, m) * 0.75 - 2


def ints(values, dtype=np.intc):
    return np.array(values, dtype=dtype)


def places(count):
    """Indices of three elements, and the same with one that is outside: first, in the middle, last."""
    good = [k % 3 - 3 * (k % 2) for k in range(count)]
    yield "inside", good
    for at, bad in itertools.product(sorted({0, count // 2, count - 1} - {-1}), BAD):
        if count:
            yield f"{bad} at {at}", good[:at] + [bad] + good[at + 1 :]


def of_rows(module):
    names = "rows", "rows_plain", "rows_of_host"
    for count in 0, 1, 2, 5, 9:
        for label, columns in places(count):
            for starts in (0, count, count), (0, 0, count), (0, count // 2, count):
                for name in names:
                    arguments = vector(2), vector(count), ints(columns), ints(starts), vector(3)
                    yield f"{name} {label} {starts}", attempt_indices(getattr(module, name), *arguments)
            yield f"row {label}", attempt(module.row_of_host, vector(count), ints(columns), vector(3))
    for starts in (0, 2, 4), (-1, 2, 3), (3, 2, 1), (0, 2), (9, 9, 9), (0, 0, 0):
        for extents in (3, 3, 3), (2, 3, 3), (3, 2, 3), (3, 3, 0):
            values, columns, x = extents
            for name in names:
                arguments = vector(2), vector(values), ints([0, 1, 2][:columns]), ints(starts), vector(x)
                yield f"{name} {starts} {extents}", attempt_indices(getattr(module, name), *arguments)


def of_indices(module):
    for count in 0, 1, 4, 7:
        for label, at in places(count):
            at = ints([at, at])
            for name in "masked", "distances", "marked":
                yield f"{name} {count} {label}", attempt_indices(getattr(module, name), vector(2), at, vector(3))
            yield f"least {count} {label}", attempt_indices(module.least, ints([0, 0]), at, vector(3))
            yield f"summed {count} {label}", attempt(module.summed, at, vector(3), ints([5, 6, 2**40], np.int64))
            y, x = np.zeros(2, complex), vector(3) + 1j
            yield f"of_complex {count} {label}", attempt_indices(module.of_complex, y, at, x, vector(3) + 1)
            floats = at.astype(float)
            yield f"through_floats {count} {label}", attempt_indices(module.through_floats, vector(2), floats, vector(3))
            by = ints(range(1, count + 1))
            yield f"divided {count} {label}", attempt_indices(module.divided, ints([0, 0]), at, ints([3, -5, 7]), by)
            for other in at[:, ::-1], np.zeros_like(at):
                other = np.ascontiguousarray(other)
                for first, second in (at, other), (other, at):
                    arguments = vector(2), first, second, matrix(3, 3)
                    yield f"of_two_axes {count} {label}", attempt_indices(module.of_two_axes, *arguments)
            for name in "by_steps", "from_a_variable":
                yield f"{name} {count} {label}", attempt_indices(getattr(module, name), vector(2), at[0], vector(3))
            # The element that nobody checks exists as far as the loop runs.
            short = vector(label != "inside" and int(label.split()[-1]) or count)
            arguments = vector(1), at[0], vector(3), short
            yield f"partly_unchecked {count} {label}", attempt_indices(module.partly_unchecked, *arguments)
    for at in [99, 0, 77, 1], [77] * 5, [99], [0, 99, 3], [0, 77, -4, 99]:
        for extent in 0, 3:
            yield f"masked {at} {extent}", attempt_indices(module.masked, vector(1), ints([at]), vector(extent))


def others(module):
    for values in [0, 1, 2, 255], [3, 200], [], [0] * 9:
        for extent in 0, 1, 3, 256:
            data, table = ints([values, values[::-1]], np.uint8), np.arange(extent) * 10**17
            yield f"looked_up {values} {extent}", attempt_indices(module.looked_up, np.zeros(2, np.int64), data, table)
    for order in [0, 1, 2], [2, -1, -3], [3, 0], [0, -4], [2**40, 0], []:
        for columns in [0, 1, 2], [0, 5, 2], [-3, -4, 0]:
            views = ints([order, order], np.int64), ints(columns, np.short), vector(3)
            yield f"nested {order} {columns}", attempt_indices(module.nested, vector(2), *views)
            apart = np.repeat(views[0], 2, axis=1)[:, ::2], np.repeat(views[1], 3)[::3], vector(3)[::-1]
            yield f"nested apart {order} {columns}", attempt_indices(module.nested, vector(4)[::2], *apart)
    for at in [0, 2], [2, 3], [2**32 - 1, 0], [2**31, 1], []:
        for far in [0, 2], [3, 2], [2**64 - 1, 0], [2**32, 0], [2**63, 0]:
            far = far[: len(at)]
            arguments = np.zeros(1, np.float32), ints([at], np.uintc), ints([far], np.uint64), np.ones(3, np.float32)
            yield f"unsigned {at} {far}", attempt_indices(module.unsigned_indices, *arguments)
    # The numbers that were computed with another element must not decide which index fails.
    low, high = matrix(3, 1) + 6, matrix(1, 2) + 3
    for at in itertools.product((0, 1, 2, 3, -4), repeat=3):
        arguments = vector(1), ints(at), vector(3), low, high
        yield f"by_what_was_found {at}", [attempt(module.by_what_was_found, *arguments), arguments[0]]
    for first in 0, 2, 5, 8:
        yield f"of_a_part {first}", attempt_indices(module.of_a_part, vector(2), ints([1, 2, 3]), vector(10), first)


def cases(module):
    yield from of_rows(module)
    yield from of_indices(module)
    yield from others(module)


def traced(module):
    at = ints([[0, 1, 2, -1]])
    for name in "rows", "rows_plain":
        getattr(module, name)(vector(1), vector(4), at[0] % 3, ints([0, 4]), vector(3))
    module.looked_up(np.zeros(1, np.int64), ints([[0, 1]], np.uint8), np.arange(2))
    module.nested(vector(1), at.astype(np.int64), ints([0, 1, 2], np.short), vector(3))
    module.of_two_axes(vector(1), at, at, matrix(3, 3))
    module.unsigned_indices(np.zeros(1, np.float32), ints([[0]], np.uintc), ints([[0]], np.uint64), np.ones(3, np.float32))
    module.of_complex(np.zeros(1, complex), at, vector(3) + 0j, vector(3) + 1)
    module.least(ints([0]), at, vector(3))
    for name in "masked", "distances", "marked":
        getattr(module, name)(vector(1), at, vector(3))
    module.by_what_was_found(vector(1), at[0], vector(3), matrix(3, 1), matrix(1, 3))
    module.summed(at, vector(3), ints([1, 2, 3], np.int64))
    for name in "by_steps", "from_a_variable":
        getattr(module, name)(vector(1), at[0], vector(3))
    module.divided(ints([0]), at, ints([1, 2, 3]), ints([1, 2, 3, 4]))
    module.through_floats(vector(1), at.astype(float), vector(3))
    module.partly_unchecked(vector(1), at[0], vector(3), vector(4))
    module.of_a_part(vector(1), ints([1, 2, 3]), vector(10), 4)


BYTES = {
    "rows": {"y": (0, 8), "starts": (8, 0), "values": (32, 0), "columns": (16, 0), "x": (24, 0)},
    "rows_plain": {"y": (0, 8), "starts": (8, 0), "values": (32, 0), "columns": (16, 0), "x": (24, 0)},
    "looked_up": {"y": (0, 8), "data": (2, 0), "table": (16, 0)},
    "nested": {"y": (0, 8), "order": (32, 0), "columns": (6, 0), "x": (24, 0)},
    "of_two_axes": {"y": (0, 8), "first": (16, 0), "second": (0, 0), "x": (72, 0)},
    "unsigned_indices": {"y": (0, 4), "at": (4, 0), "x": (12, 0), "far": (8, 0)},
    "of_complex": {"y": (0, 16), "at": (16, 0), "x": (48, 0), "lengths": (24, 0)},
    "least": {"where": (0, 4), "at": (16, 0), "x": (24, 0)},
    "masked": {"y": (0, 8), "at": (16, 0), "x": (24, 0)},
    "distances": {"y": (0, 8), "at": (12, 0), "x": (24, 0)},
    "by_what_was_found": {"y": (0, 8), "at": (16, 0), "low": (24, 0), "high": (24, 0)},
    "summed": {"at": (16, 0), "x": (24, 0), "counts": (24, 0)},
    "by_steps": {"y": (0, 8), "at": (16, 0), "x": (24, 0)},
    "from_a_variable": {"y": (0, 8), "at": (16, 0), "x": (24, 0)},
    "divided": {"y": (0, 4), "at": (16, 0), "x": (12, 0), "by": (16, 0)},
    "through_floats": {"y": (0, 8), "at": (32, 0), "x": (24, 0)},
    "marked": {"y": (8, 8), "at": (16, 0), "x": (24, 0)},
    "partly_unchecked": {"y": (0, 8), "at": (16, 0), "x": (24, 0), "short_one": (32, 0)},
    "of_a_part": {"y": (0, 8), "x": (40, 0), "at": (12, 0)},
}
