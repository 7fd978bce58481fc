import numpy as np

N = 16


def vector(n):
    return np.round(np.linspace(-2, 2, n), 1) if n % 2 else np.arange(n) - 3.0


def matrix(n, m):
    return np.where(np.arange(n * m).reshape(n, m) % 5 == 2, 1.0, -1.0) * (np.arange(n)[:, None] % 3 != 1)


def cases(module):
    for n in (0, 1, 5, N):
        x, y, z, found = vector(n), np.full(n, 7.0), np.full(n, 8.0), np.full(n, 9)
        for name in ("signs", "some_signs", "put_where_positive"):
            given, y = x.copy(), np.full(n, 7.0)
            getattr(module, name)(given, y)
            yield f"{name}, {n}", [given, y]
        module.classes(x, found, -1, 1)
        yield f"classes, {n}", found
        found = np.full(n, 9)
        module.counted(x, found)
        yield f"counted, {n}", found
        module.read_afterwards(x, y, z)
        yield f"read afterwards, {n}", [y, z]
    for shape in ((0, 3), (3, 0), (1, 1), (4, 6), (6, 4)):
        for name in ("banded", "banded_until"):
            a = np.full(shape, 7.0)
            getattr(module, name)(a, 1)
            yield f"{name}, {shape}", a
        for name in ("first_positive", "rows_with_positive"):
            found = np.full(shape[0], 9)
            getattr(module, name)(matrix(*shape), found)
            yield f"{name}, {shape}", found


def traced(module):
    x, y = vector(N), np.zeros(N)
    module.signs(x, y)
    module.some_signs(x, y)
    module.put_where_positive(x, y)
    module.classes(x, np.zeros(N, dtype=int), -1, 1)
    module.counted(x, np.zeros(N, dtype=int))
    module.read_afterwards(x, y, np.zeros(N))
    module.banded(np.zeros((4, 6)), 1)
    module.banded_until(np.zeros((4, 6)), 1)
    module.first_positive(matrix(4, 6), np.zeros(4, dtype=int))
    module.rows_with_positive(matrix(4, 6), np.zeros(4, dtype=int))


V, A, ROWS = N * 8, 4 * 6 * 8, 4 * 8

BYTES = {
    "signs": {"x": (V, 0), "y": (0, V)},
    "some_signs": {"x": (V, 0), "y": (V, V)},
    "put_where_positive": {"x": (V, V), "y": (V, V)},
    "classes": {"x": (V, 0), "found": (0, V)},
    "counted": {"x": (V, 0), "count": (V, V)},
    "read_afterwards": {"x": (V, 0), "y": (0, V), "z": (0, V)},
    "banded": {"a": (0, A)},
    "banded_until": {"a": (A, A)},
    "first_positive": {"x": (A, 0), "found": (0, ROWS)},
    "rows_with_positive": {"x": (A, 0), "found": (ROWS, ROWS)},
}
