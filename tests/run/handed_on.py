import numpy as np
from layouts import tried

SIZES = (0, 1, 2, 3, 4, 5, 8, 17, 40)


def cases(module):
    chance = np.random.default_rng(5)
    for n in SIZES:
        for m in (0, 1, 3):
            yield from of_rows(module, chance, m, n)
        x, c, d = chance.random(n), chance.random(n), chance.random(n) + 1
        yield f"backwards {n}", (module.backwards(x, c, d), x)
        if n > 1:
            d[n // 2 - 1] = 0
            yield f"backwards {n}, by zero", tried(module.backwards, chance.random(n), c, d)
        table = np.zeros((n + 1, n + 1), "i4")
        table[0] = table[:, 0] = np.arange(n + 1)
        module.distance(table, chance.integers(0, 3, n).astype("i4"), chance.integers(0, 3, n).astype("i4"))
        yield f"distance {n}", table
        for name, function in (("running", module.running), ("sometimes", module.sometimes)):
            for layout, part in (("part", slice(1, None)), ("every second", slice(2, None, 2)), ("reversed", slice(-2, 0, -1))):
                whole = chance.random(2 * n + 4)
                v = chance.standard_normal(2 * n + 4)
                for first in (0, 1):
                    function(whole[part], v[: len(whole[part])].copy(), first)
                yield f"{name} {n} {layout}", whole
        whole, v = chance.random(2 * n + 3), chance.standard_normal(n)
        for shift in range(4):
            module.shared(whole[:n], whole[shift : shift + n], v)
            module.shared(whole[2 : 2 + n], whole[:n][::-1], v)
            yield f"shared {n} {shift}", whole
        y, v, z = chance.random(n), chance.standard_normal(n), np.zeros(n)
        module.steps(y, v, z)
        yield f"steps {n}", [y, v, z]
        module.steps(y, y, z)
        module.steps(y, v, y)
        yield f"steps {n}, in one array", [y, v, z]
        module.twice(y, v)
        yield f"twice {n}", y
        a = chance.standard_normal((3, max(n // 4, 1), n))
        if n:
            yield f"cubes {n}", (module.cubes(a, 2), a)
            yield f"cubes {n}, reversed", (module.cubes(a[::-1, ::-1, ::-1], 2), a)
        for kind in ("u1", "i4", "f4", "c16"):
            y, v = np.ones(n, kind), chance.integers(0, 3, n).astype(kind)
            yield f"numbers {n} {kind}", (module.numbers(y, v, 1, n), y)
    yield from of_narrow(module, chance)


def of_narrow(module, chance):
    y, v = chance.random(700), chance.standard_normal(300)
    for first in (1, 100, 127, 128, 200):
        module.narrow(y[128:], v.copy(), first)
        yield f"narrow {first}", y
    for at in range(1, 5):
        x = np.zeros((9, 8), "i4")
        module.rows_in_memory(x, x[0, at:])
        yield f"rows in memory {at}", x
        x = np.zeros((9, 8), "i4")
        yield f"row of memory {at}", (module.row_of_memory(x, x[0, at:]), x)


def of_rows(module, chance, m, n):
    def matrix():
        return chance.random((m, n)) + 0.25

    for name, way in (("C", np.ascontiguousarray), ("F", np.asfortranarray), ("reversed", lambda x: x[::-1, ::-1])):
        x, a, b = matrix(), matrix(), matrix()
        module.forwards(way(x), a, way(b))
        module.forwards(x, way(a), b)
        yield f"forwards {m} {n} {name}", x
    if m and n > 1:
        for at in {1, n // 2, n - 1} - {0}:
            b = matrix()
            b[m // 2, at] = 0
            yield f"forwards {m} {n}, by zero at {at}", tried(module.forwards, matrix(), matrix(), b)
    if n:
        x, right, lower, work = matrix(), matrix(), matrix(), matrix()
        module.solved(x, right, lower, work)
        yield f"solved {m} {n}", [x, work]
        module.solved_in_region(x, right, lower)
        yield f"solved {m} {n}, in a region", x
        module.solved(x, right, lower, x)
        module.solved(work, work, lower, work)
        yield f"solved {m} {n}, in one array", [x, work]
        flat = chance.random(m * n + 2)
        module.solved(flat[: m * n].reshape(m, n), right, lower, flat[2:].reshape(m, n)) if m == 1 else None
        yield f"solved {m} {n}, in arrays that overlap", flat
        lower[:, n // 2] = 4
        lower[:, 0] = 1
        if m == 1:
            yield f"solved {m} {n}, perhaps by zero", tried(module.solved, x, right, lower, np.ones((m, n)))


BYTES = {"solved_in_region": {"x": (96, 96), "right": (96, 0), "lower": (88, 0)}}


def traced(module):
    x, right, lower = np.ones((3, 4)), np.ones((3, 4)), np.ones((3, 4))
    module.solved_in_region(x, right, lower)
