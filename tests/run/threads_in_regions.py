import numpy as np
from layouts import tried

SIZES = (0, 1, 2, 3, 5, 16, 33, 100, 1500, 20000)


def cases(module):
    numbers = np.random.default_rng(12)
    for n in SIZES:
        for again in range(3):  # what is known of a loop's time changes
            module.collatz(out := np.full(n, -1), again * n // 2)
            yield f"collatz {n} {again}", out
        lengths = numbers.integers(0, 6, n)
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype("i4")
        values = numbers.random(int(starts[-1]))
        module.ragged(out := np.zeros(n), values, starts)
        yield f"ragged {n}", out
        for by in (0, 1, -1, 3):
            yield f"shifted {n} {by}", failing(module.shifted, np.zeros(n), values[:n].copy(), by)
        module.shifted(out := np.zeros(n), numbers.random(n + 3), 3)
        yield f"shifted {n}, inside", out
        above, below = numbers.random(n), numbers.random(n) + 0.5
        module.quotients(out := np.zeros(n), above, below)
        yield f"quotients {n}", out
        for bad in {0, 1, n // 2, n - 1} & set(range(n)):
            wrong = starts.copy()
            wrong[bad + 1] = len(values) + 5
            yield f"ragged {n}, outside at {bad}", failing(module.ragged, np.zeros(n), values, wrong)
            wrong = below.copy()
            wrong[bad] = 0
            yield f"quotients {n}, by zero at {bad}", failing(module.quotients, np.zeros(n), above, wrong)
        yield from of_matrices(module, numbers, n)
        module.clipped(out := np.zeros(n), numbers.random(n), 0.3, 0.6)
        yield f"clipped {n}", out
        x, y = numbers.random(n), np.zeros(n)
        module.relaxed(x, y, 4)
        yield f"relaxed {n}", [x, y]
        yield f"reduced {n}", module.reduced(numbers.integers(-99, 99, n).astype("i4"))
        yield f"last {n}", (module.last(out := np.full(n, -1)), out)
        for threads, wanted in ((1, True), (2, False), (3, True)):
            module.by_threads(x, threads, wanted)
            yield f"by threads {n} {threads}", x


def of_matrices(module, numbers, n):
    widths = numbers.random(n) + 0.5
    for name, x in (("C", numbers.random((7, n))), ("F", numbers.random((n, 7)).T), ("reversed", numbers.random((14, n))[::-2, ::-1])):
        module.centred(x, widths)
        yield f"centred {n} {name}", x
    if n:
        widths[n // 2] = 0
        yield f"centred {n}, by zero", failing(module.centred, numbers.random((3, n)), widths)
    x = numbers.random((min(n, 200), 5))
    module.distances(x, d := np.zeros((len(x), len(x))))
    yield f"distances {n}", d
    yield f"distances {n}, outside", failing(module.distances, x, np.zeros((len(x), max(len(x) - 1, 0))))
    for least in (0.0, 0.99, 2.0):
        module.places(numbers.random((n, 40)), at := np.zeros(n, "i4"), least)
        yield f"places {n} {least}", at


def failing(function, *arguments):
    """What a call gives: which elements the other threads have stored is unspecified."""
    return tried(function, *arguments)[0]


BYTES = {
    "by_threads": {"x": (48, 48)},
    "centred": {"x": (96, 96), "widths": (48, 0)},
    "clipped": {"x": (48, 0), "out": (0, 48)},
    "collatz": {"out": (0, 48)},
    "distances": {"x": (48, 0), "d": (0, 72)},
    "last": {"out": (0, 48)},
    "places": {"x": (96, 0), "at": (0, 12)},
    "quotients": {"out": (0, 48), "above": (48, 0), "below": (48, 0)},
    "ragged": {"out": (0, 48), "starts": (28, 0), "values": (48, 0)},
    "reduced": {"x": (28, 0)},
    "relaxed": {"x": (48, 48), "y": (0, 32)},
    "shifted": {"out": (0, 48), "of": (48, 0)},
}


def traced(module):
    x, y, starts = np.ones(6), np.ones(6), np.arange(7, dtype="i4")
    module.collatz(np.zeros(6, "i8"))
    module.ragged(x, y, starts)
    module.shifted(x, y, 0)
    module.quotients(x, y, np.ones(6))
    module.centred(np.ones((2, 6)), y)
    module.clipped(x, y, 0.0, 2.0)
    module.distances(np.ones((3, 2)), np.ones((3, 3)))
    module.relaxed(x, y, 2)
    module.reduced(starts)
    module.last(np.zeros(6, "i8"))
    module.places(np.ones((3, 4)), np.zeros(3, "i4"), 0.5)
    module.by_threads(x, 2, True)
