import numpy as np



def attempt(function, *arguments):
    try:
        result = function(*arguments)
    except Exception as error:
        where = error.__traceback__
        while where.tb_next is not None:
            where = where.tb_next
        return [error, where.tb_lineno]
    return [result, *arguments]


def ints(*values):
    return np.array(values, dtype=np.int32)


def cases(module):
    rng = np.random.default_rng(5)
    for n in (0, 1, 9):
        yield f"floyd_warshall {n}", attempt(module.floyd_warshall, rng.random((n, n)))
    for sweeps in (0, 1, 7):
        u = rng.random((6, 7))
        yield f"jacobi {sweeps}", attempt(module.jacobi, u, u + 9, sweeps)
    for limit in (10.0, 0.1, 0.0):
        yield f"until {limit}", attempt(module.until_small, rng.random(9), np.ones(2), limit)
    yield "until nothing", attempt(module.until_small, rng.random(9), np.ones(0), 1.0)
    for n in (0, 1, 2, 9):
        yield f"beside {n}", attempt(module.beside, rng.random(n), np.zeros(n))
    for which in range(3):
        for first in (-4.0, 4.0):
            yield f"chosen {which} {first}", attempt(module.chosen, np.array([first, 2.0, 3.0]), which)
    yield "triangle", attempt(module.triangle, rng.random((6, 6)) + 6 * np.eye(6))
    singular = np.ones((4, 4))
    singular[0, 0] = 0
    yield "singular", attempt(module.triangle, singular)[:2][0:1]
    for steps in (ints(1, 2, 3), ints(2, 0, -1, 5), ints(), ints(-1), ints(0, 9)):
        yield f"jumps {steps}", attempt(module.jumps, rng.random(8), steps)
    for x in (rng.random((4, 5)), rng.random((8, 10))[::2, ::-2], rng.random((5, 4)).T):
        yield "rows", attempt(module.rows, x, ints(2, 0, -1, 1))
    yield "no row", attempt(module.rows, rng.random((4, 5)), ints(2, 0, 4, 1))
    yield "good rounds", attempt(module.fails, np.zeros(9), ints(0, 3, 5), 3)
    yield "bad round", attempt(module.fails, np.zeros(9), ints(0, 3, 7), 3)
    yield "between", attempt(module.fails_between, np.zeros(3), ints(4, 2, -1))
    yield "bad between", attempt(module.fails_between, np.zeros(3), ints(4, 2))
    for d in (ints(3, 4), ints(3, 0, 4), ints(5, -5)):
        yield f"divides {d}", attempt(module.divides, np.zeros(9), d)
    yield "ends", attempt(module.never_ends, np.zeros(3), ints(2, 1, 0))
    yield "ends so", attempt(module.never_ends, np.zeros(3), ints(2, 3))
    yield "alone", attempt(module.alone, np.arange(3.0))
    yield "unreached", attempt(module.unreached, np.zeros(3), np.zeros((3, 3)))
    yield "alone bad", attempt(module.alone, np.arange(2.0))
    for n in (0, 2, 5):
        yield f"nothing {n}", attempt(module.nothing, np.arange(4.0), n)
        yield f"known {n}", attempt(module.known, np.arange(4.0), n)
        yield f"kept {n}", attempt(module.kept, np.arange(4.0), np.zeros(4), n)


def traced(module):
    module.floyd_warshall(np.ones((5, 5)))
    module.unreached(np.zeros(3), np.zeros((3, 3)))
    module.jacobi(np.ones((4, 5)), np.ones((4, 5)), 3)
    module.until_small(np.ones(8), np.ones(2), 0.1)
    module.beside(np.ones(8), np.zeros(8))
    module.chosen(np.ones(8), 2)
    module.triangle(np.eye(4))
    module.jumps(np.ones(8), ints(1, 2, 3))
    module.rows(np.ones((4, 5)), ints(0, 1, 2, 3))
    module.fails(np.zeros(8), ints(0, 1), 3)
    module.fails_between(np.ones(8), ints(2, 1, -1))
    module.divides(np.ones(12), ints(1, 2))
    module.never_ends(np.zeros(8), ints(0, 1))
    module.alone(np.ones(8))
    module.nothing(np.ones(8), 3)
    module.known(np.ones(8), 5)
    module.kept(np.ones(8), np.ones(8), 3)


BYTES = {
    "floyd_warshall": {"d": (200, 200)},
    "jacobi": {"u": (160, 160), "v": (0, 64)},
    "until_small": {"largest": (16, 16), "x": (64, 64)},
    "beside": {"x": (64, 64), "y": (0, 64)},
    "chosen": {"x": (64, 64)},
    "triangle": {"a": (128, 128)},
    "jumps": {"steps": (12, 0), "x": (64, 64)},
    "rows": {"x": (160, 160), "order": (16, 0)},
    "fails": {"at": (8, 0), "x": (64, 64)},
    "fails_between": {"at": (12, 0), "x": (64, 64)},
    "divides": {"d": (8, 0), "x": (96, 96)},
    "never_ends": {"x": (64, 64), "at": (8, 0)},
    "alone": {"x": (24, 24)},
    "unreached": {"x": (0, 24)},
    "nothing": {"x": (0, 64)},
    "known": {"x": (64, 64)},
    "kept": {"x": (64, 64), "y": (0, 64)},
}

# Row and column k are read and written, with what they hold: no entry (k, k) is negative.
RACES = {"floyd_warshall": "d[i, k] and d[k, j] are stored as they are, since d[k, k] >= 0"}
