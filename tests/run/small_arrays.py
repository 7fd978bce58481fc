import numpy as np
from attempts import attempt


def numbers(n, seed=0):
    return np.random.default_rng(seed).integers(-50, 50, n).astype(float)


def of_each_way(n):
    flags = (np.arange(n) % 256).astype(np.uint8)
    table = np.arange(15, dtype=np.float32).reshape(5, 3)
    return numbers(n), numbers(n, 1), numbers(n, 2), numbers(n, 3), flags, table


def cases(module):
    def changed(name, *arguments, keep=slice(None)):
        return name, [attempt(getattr(module, name), *arguments), *(a for a in arguments[keep] if isinstance(a, np.ndarray))]

    for n in (0, 1, 7, 32, 33, 1000, 1024, 1025, 5000):
        sent, both, fetched, there, flags, table = of_each_way(n)
        yield f"each_way {n}", [attempt(module.each_way, sent, both, fetched, there, flags, table), sent, both, fetched, flags, table]
        yield changed("inferred", numbers(n), numbers(n, 1), np.arange(n, dtype=np.int32), numbers(n, 2))
        yield changed("fails", numbers(n), numbers(n, 1), numbers(n, 2), 0)
        for times in (0, 1, 3) if n > 0 else (0,):
            yield changed("inside", numbers(n), numbers(n, 1), numbers(n, 2), numbers(n, 3), times)
            yield changed("many", *(numbers(n, k) for k in range(8)), times)
    for n in (3, 100, 3000):
        yield "fails: last", [attempt(module.fails, numbers(n), numbers(n, 1), numbers(n, 2), 1)]
    for n in (4, 100, 3000, 200_000):
        yield changed("beside_large", numbers(4), numbers(n), numbers(n, 1), numbers(1))
    x = numbers(300)
    for one, other in ((x[:100], x[100:200]), (x[:100], x[50:150]), (x[:100], x[:100]), (x[:200:2], x[1:200:2]), (x[99::-1], x[200:])):
        yield changed("overlapping", one, other, numbers(100, 1), numbers(100, 2))
    yield "one array", [attempt(module.inferred, x, x, np.arange(300, dtype=np.int32), numbers(300, 1)), x]
    # Next to each other in memory, as the rows of a table.
    rows = numbers(80).reshape(8, 10)
    yield "rows", [attempt(module.many, *rows, 2), rows]


BYTES = {
    "each_way": {"sent": (80, 0), "both": (80, 80), "fetched": (0, 80), "there": (0, 0), "flags": (10, 10), "table": (52, 0)},
    "inferred": {"a": (80, 0), "b": (0, 80), "c": (40, 0), "d": (80, 80)},
    "fails": {"a": (80, 0), "b": (80, 80), "c": (80, 80)},
    "inside": {"a": (80, 80), "b": (80, 0), "c": (160, 0), "d": (0, 160)},
    "beside_large": {"weights": (32, 0), "x": (80, 0), "y": (0, 56), "last": (0, 8)},
    "overlapping": {"one": (80, 0), "other": (80, 0), "a": (0, 80), "b": (0, 80)},
    "many": {"a": (80, 0), "b": (80, 0), "c": (80, 0), "d": (80, 0), "e": (0, 80), "f": (80, 80), "g": (0, 80), "h": (80, 80)},
}


def traced(module):
    n = 10
    module.each_way(*of_each_way(n))
    module.inferred(numbers(n), numbers(n), np.arange(n, dtype=np.int32), numbers(n))
    module.fails(numbers(n), numbers(n), numbers(n), 0)
    module.inside(*(numbers(n) for _ in range(4)), 2)
    module.beside_large(numbers(4), numbers(n), numbers(n), numbers(1))
    module.overlapping(*(numbers(n) for _ in range(4)))
    module.many(*(numbers(n) for _ in range(8)), 1)
