import itertools

import numpy as np
from attempts import attempt, attempt_indices

SIZES = (0, 1, 2, 3, 5)


def vector(n):
    return np.arange(n, dtype=float) * 1.5 - 1


def matrix(n, m):
    return np.arange(n * m, dtype=float).reshape(n, m) - 2


def ints(*values):
    return np.array(values, dtype=np.intc)


def cases(module):
    for n, m in itertools.product(SIZES, SIZES):
        for name in "axis_of_another", "by_a_name", "by_threes", "triangle", "sliced":
            first = matrix(n, n) if name in ("triangle", "sliced") else vector(n)
            yield f"{name} {n} {m}", attempt_indices(getattr(module, name), first, vector(m))
        for sign in 1, -1:
            yield f"raised {n} {m} {sign}", attempt_indices(module.raised, np.full(n, 2.0 * sign), vector(m))
        yield f"strided {n} {m}", attempt_indices(module.axis_of_another, vector(n * 2)[::2], vector(m)[::-1])
        for by in -3, -1, 0, 1, 2**31 - 2:
            yield f"shifted {n} {m} {by}", attempt_indices(module.shifted, vector(n), vector(m), by)
            yield f"shifted_plain {n} {m} {by}", attempt_indices(module.shifted_plain, vector(n), vector(m), by)
        for rows in 0, 1, 2, 4:
            yield f"from_the_end {n} {m} {rows}", attempt_indices(module.from_the_end, vector(n), matrix(rows, m))
        for count in -1, 0, 2, 4:
            yield f"backwards {n} {m} {count}", attempt_indices(module.backwards, vector(n), vector(m), count)
            yield f"small_counter {n} {m} {count}", attempt_indices(module.small_counter, vector(n), vector(m), max(count, 0))
        for k in 0, 2, 4:
            yield f"perhaps {n} {m} {k}", attempt_indices(module.perhaps, vector(n), vector(m), vector(k))
        yield f"on_the_host {n} {m}", [values := vector(n), attempt_indices(module.on_the_host, values, m)]
        yield f"in_a_callee {n} {m}", attempt_indices(module.in_a_callee, vector(n), m - 2)
    for shape in itertools.product((0, 2, 3), repeat=6):
        if abs(shape[0] - shape[2]) + abs(shape[1] - shape[5]) + abs(shape[3] - shape[4]) <= 2:
            views = [matrix(*shape[at : at + 2]) for at in (0, 2, 4)]
            yield f"product {shape}", attempt_indices(module.product, *views)
    for n, m, radius in itertools.product((1, 3, 6), (1, 3, 6), (0, 1, 2, 4, -1)):
        yield f"window {n} {m} {radius}", attempt_indices(module.window, matrix(n, m), matrix(6, 3), radius)
    for by in (1, 2), (0, 0), ():
        for n in 0, 1, 2:
            yield f"divided {by} {n}", attempt_indices(module.divided, vector(n), vector(2), ints(*by))
    for starts in (0, 2, 3), (0, 2, 4), (1, 1, 1), (-1, 2, 3), (0, 0, 5), (3, 2, 1), (0, 2), (9, 9, 9):
        for columns in (0, 1, 0), (0, 5, 0), (0, -1, 0), (0, 1):
            arguments = vector(2), vector(3), ints(*columns), ints(*starts), vector(2)
            yield f"rows {starts} {columns}", attempt_indices(module.rows, *arguments)
    for ends in (3, 3), (4, 2), (0, 0), (-1, 5):
        yield f"parts {ends}", attempt_indices(module.parts, vector(3), vector(4), ints(*ends))
    # All rounds of these fail alike, so the axis is certain.
    for n, m, count in itertools.product((0, 1, 2, 3, 4), (0, 1, 2, 3, 4), (0, 1, 2, 3)):
        for name in "diagonal", "downwards":
            yield f"{name} {n} {m} {count}", attempt(getattr(module, name), vector(2), matrix(n, m), count)
        yield f"diagonal_parts {n} {m} {count}", attempt(module.diagonal_parts, vector(2), matrix(n, m), ints(count))
        for width in 0, 1, 2:
            yield f"band {n} {m} {count} {width}", attempt(module.band, vector(2), matrix(n, m), count, width)
            views = [matrix(1, count), matrix(n, m), matrix(m, n)]
            yield f"inner_axes {n} {m} {count} {width}", attempt(module.inner_axes, *views, count, width)

def traced(module):
    for name in "axis_of_another", "by_a_name", "by_threes", "perhaps", "raised":
        more = [vector(6)] if name == "perhaps" else []
        getattr(module, name)(np.full(6, -1.0), vector(6), *more)
    module.triangle(matrix(6, 6), vector(6))
    module.sliced(matrix(6, 6), vector(6))
    module.shifted(vector(6), vector(6), -2)
    module.shifted_plain(vector(6), vector(7), 1)
    module.from_the_end(vector(6), matrix(6, 6))
    module.product(matrix(6, 6), matrix(6, 6), matrix(6, 6))
    module.backwards(vector(6), vector(6), 6)
    module.window(matrix(6, 6), matrix(6, 6), 2)
    module.divided(vector(6), vector(6), ints(*range(1, 7)))
    module.rows(vector(6), vector(6), ints(*range(6)), ints(*range(7)), vector(6))
    module.parts(vector(6), vector(6), ints(*range(1, 7)))
    module.small_counter(vector(6), vector(6), 5)
    module.diagonal(vector(6), matrix(6, 6), 5)
    module.downwards(vector(6), matrix(6, 6), 3)
    module.inner_axes(matrix(6, 6), matrix(6, 6), matrix(6, 6), 5, 4)
    module.band(vector(6), matrix(6, 6), 3, 2)
    module.diagonal_parts(vector(6), matrix(6, 6), ints(*range(1, 7)))


BYTES = {
    "by_a_name": {"y": (0, 48), "x": (48, 0)},
    "axis_of_another": {"y": (0, 48), "x": (48, 0)},
    "by_threes": {"y": (48, 48), "x": (48, 0)},
    "perhaps": {"y": (48, 48), "x": (48, 0), "z": (48, 0)},
    "raised": {"y": (48, 48), "x": (48, 0)},
    "triangle": {"x": (280, 280), "y": (40, 0)},
    "sliced": {"x": (0, 280), "y": (40, 0)},
    "shifted": {"y": (0, 48), "x": (48, 0)},
    "shifted_plain": {"y": (0, 48), "x": (48, 0)},
    "from_the_end": {"y": (0, 48), "x": (288, 0)},
    "product": {"c": (0, 288), "a": (288, 0), "b": (288, 0)},
    "backwards": {"x": (48, 0), "y": (0, 48)},
    "window": {"image": (288, 0), "out": (0, 96)},
    "divided": {"by": (24, 0), "x": (48, 0), "y": (0, 48)},
    "rows": {"y": (0, 48), "starts": (28, 0), "values": (48, 0), "columns": (24, 0), "x": (48, 0)},
    "parts": {"ends": (24, 0), "x": (48, 0), "y": (48, 48)},
    "diagonal": {"y": (48, 48), "x": (232, 0)},
    "downwards": {"y": (48, 48), "x": (216, 0)},
    "inner_axes": {"c": (272, 272), "a": (280, 0), "b": (224, 0)},
    "band": {"y": (48, 48), "x": (128, 0)},
    "diagonal_parts": {"ends": (24, 0), "y": (48, 48), "x": (288, 0)},
    "small_counter": {"x": (40, 0), "y": (0, 40)},
}

RACES = {
    "window": "a negative radius leads to negative rows: two iterations write the last one, each a sum of nothing",
    "parts": "iterations that overlap write the same value to an element",
}
