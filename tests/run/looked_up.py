import itertools

import numpy as np
from layouts import layouts, tried

SHAPES = ((0, 0), (0, 3), (3, 0), (1, 1), (2, 3), (5, 4), (9, 17), (33, 40))
KINDS = ("i2", "u2", "i4", "u4", "i8", "u8", "i1", "u1")


def cases(module):
    chance = np.random.default_rng(3)
    for n, m in SHAPES:
        yield from of_rows(module, chance, n, m)
        yield from of_products(module, chance, n, m)
        yield from of_tables(module, chance, n, m)
        yield from of_failures(module, chance, n, m)
        for steps in (0, 1, 2, 5):
            a, b = chance.random((n, m)), chance.random((n, m))
            yield f"heat {n} {m} {steps}", (np.asarray(module.heat(a, b, steps)), a, b)
        for name, a in layouts(chance.random((n, m)).astype("f4")):
            yield f"relaxed {n} {m} {name}", (module.relaxed(a, 0.01), a.copy())


def of_rows(module, chance, n, m):
    table = chance.random((7, m)) + 1
    for kind in KINDS:
        at = chance.integers(0, 7, n).astype(kind)
        negative = (at.astype("i8") - 7 * (np.arange(n) % 2)).astype(kind)
        late = at.copy()
        late[n // 2 :] = 7
        named = (("inside", at), ("negative", negative), ("outside", late))
        for (name, indices), (layout, out) in itertools.product(named, layouts(chance.random((n, m)))):
            label = f"{n} {m} {kind} {name} {layout}"
            yield f"rows {label}", tried(module.rows, out, table, indices)
            for by in (0, 1, -1):
                yield f"rows ahead {label} {by}", tried(module.rows_ahead, out.copy(), table, indices, by)
        for name, indices in named:
            out = chance.random((n, m))
            given = tried(module.rows_in_threads, out, table, indices)
            yield f"rows in threads {n} {m} {kind} {name}", given if given[0] is None else given[0][0]


def of_products(module, chance, n, m):
    starts = np.r_[0, np.cumsum(chance.integers(0, 4, n))].astype("i4")
    indices = chance.integers(0, 6, starts[-1]).astype("i4")
    data, dense = chance.random(len(indices)), chance.random((6, m))
    wrong = {"right": (indices, data, starts), "short": (indices[:-1], data, starts), "other": (indices, data[:-1], starts)}
    if len(indices):
        for name, at, value in (("below", 0, -7), ("negative", 0, -1), ("above", len(indices) - 1, 6)):
            changed = indices.copy()
            changed[at] = value
            wrong[name] = changed, data, starts
        before, after = starts.copy(), starts.copy()
        before[0], after[-1] = -1, after[-1] + 1
        wrong["before"], wrong["after"] = (indices, data, before), (indices, data, after)
    for name, (which, numbers, ranges) in wrong.items():
        for layout, out in layouts(np.ones((n, m))):
            yield f"product {n} {m} {name} {layout}", tried(module.product, out, numbers, which, ranges, dense)
        for function in (module.product_in_threads, module.product_in_region):
            given = tried(function, np.ones((n, m)), numbers, which, ranges, dense)
            yield f"{function.__name__} {n} {m} {name}", given if given[0] is None else given[0][0]


def of_tables(module, chance, n, m):
    for low, high in ((0, 5), (-5, 5), (0, 6)):
        at = chance.integers(low, high, n).astype("i4")
        table, counts = np.zeros((5, m), "i4"), np.zeros(5, "i8")
        yield f"counted {n} {m} {low} {high}", tried(module.counted, table, at, counts)
        x = chance.random((n, m))
        yield f"means {n} {m} {low} {high}", tried(module.means, np.zeros((5, m)), np.zeros(5, "i8"), x, at)
    # An index that the loop itself changes.
    for row in range(5):
        table, counts = np.arange(25, dtype="i4").reshape(5, 5) % 3, np.zeros(40, "i8")
        yield f"counted in itself {row}", tried(module.counted, table, table[row], counts)
    for limit in (-1, 0.5, 2):
        x, table = chance.standard_normal((n, m)), chance.random((4, max(n, m)))
        for at in (chance.integers(0, 3, max(n, m)), chance.integers(-4, 5, max(n, m))):
            yield f"sometimes {n} {m} {limit}", tried(module.sometimes, x, table, at, limit)
            for r in (0, 2, -1, -5, 4):
                yield f"until {n} {m} {limit} {r}", tried(module.until, x, chance.random((max(n, 4), m)), r, limit)
    for layout, x in layouts(chance.random((n, m))):
        mask = (chance.random((n, m)) < 0.4).astype("u1")
        yield f"masked {n} {m} {layout}", tried(module.masked, x, mask, 7.5)
        yield f"masked {n} {m} {layout}, short", tried(module.masked, x, mask[:, : m // 2], 8.5)
    points = np.zeros(m, [("x", "f8"), ("kind", "i4")])
    at = chance.integers(0, 3, (n, 2)).astype("i4")
    for row in (0, 1, 2, -1):
        given = tried(module.fields, points, chance.random((3, m)), at, row)
        yield f"fields {n} {m} {row}", (given[0], points["x"].copy(), points["kind"].copy())


def of_failures(module, chance, n, m):
    for layout, a in layouts(chance.random((n, n)) + n * np.eye(n)):
        yield f"eliminated {n} {layout}", tried(module.eliminated, a, np.ones(n))
        if n > 2:
            a[n // 2] = 0
            a[:, n // 2] = 0
            yield f"eliminated {n} {layout}, singular", tried(module.eliminated, a, np.ones(n))
            yield f"eliminated {n} {layout}, short", tried(module.eliminated, a, np.ones(n - 1))
    a = chance.random((n, n)) + n * np.eye(n)
    module.eliminated_in_threads(a)
    yield f"eliminated in threads {n}", a
    if n > 2:
        a[:] = 0
        given = tried(module.eliminated_in_threads, a)
        yield f"eliminated in threads {n}, singular", given[0]
    x, by, totals = chance.random((3, n, m)), chance.random((3, n)) + 1, np.zeros(3)
    module.scaled_in_threads(x, by, totals)
    yield f"scaled in threads {n} {m}", (x, totals)
    if n:
        by[1, n // 2] = 0
        yield f"scaled in threads {n} {m}, by zero", tried(module.scaled_in_threads, x, by, totals)[0]
    for zero in {0, n // 2, n - 1} & set(range(n)):
        by = np.ones(n)
        by[zero] = 0
        for layout, x in layouts(chance.random((n, m))):
            yield f"caught {n} {m} {zero} {layout}", (tried(module.caught, x, by.copy()))
            yield f"caught {n} {m} {zero} {layout}, short", (tried(module.caught, x, by[:-1].copy()))


def traced(module):
    given = np.ones((4, 3)), np.ones(6), np.arange(6, dtype="i4") % 5, np.array([0, 2, 2, 5, 6], "i4"), np.ones((5, 3))
    module.product_in_region(*given)


BYTES = {"product_in_region": {"out": (0, 96), "data": (48, 0), "indices": (24, 0), "starts": (20, 0), "dense": (120, 0)}}
