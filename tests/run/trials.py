import numpy as np
from layouts import tried

SIZES = (0, 1, 2, 3, 4, 5, 9, 10, 16, 33, 100, 1000)


def cases(module):
    numbers = np.random.default_rng(11)
    for n in SIZES:
        for again in range(3):  # what is known of a loop's time changes
            module.collatz(out := np.full(n, -1))
            yield f"collatz {n} {again}", out
        module.collatz(out := np.full(2 * n, -1)[::2], n // 2)
        yield f"collatz, of every second {n}", out

        lengths = numbers.integers(0, 6, n)
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype("i4")
        values = numbers.random(int(starts[-1]))
        module.ragged(out := np.zeros(n), values, starts)
        yield f"ragged {n}", out
        for bad in {0, n // 2, n - 1} & set(range(n)):
            wrong = starts.copy()
            wrong[bad + 1] = len(values) + 5
            yield f"ragged {n}, outside at {bad}", failing(module.ragged, np.zeros(n), values, wrong)

        module.negative(out := np.zeros(n, "i8"), -n // 2, n - n // 2 - 1 if n else 0)
        yield f"negative {n}", out

        squares = numbers.random(n) * 100 + 0.01
        module.roots(out := np.zeros(n), squares)
        yield f"roots {n}", out
        for bad in {0, 1, n // 2, n - 1} & set(range(n)):
            wrong = squares.copy()
            wrong[bad] = -bad - 1
            yield f"roots {n}, none at {bad}", failing(module.roots, np.zeros(n), wrong)
            below = np.ones(n)
            below[bad] = 0
            yield f"divided {n}, by zero at {bad}", failing(module.divided, np.zeros(n), squares, below, 3)
        module.divided(out := np.zeros(n), squares, np.full(n, 3.0), 4)
        yield f"divided {n}", out

        module.nested(out := numbers.integers(0, 50, (n, 7)).astype("i4"), 5)
        yield f"nested {n}", out
        a, b = numbers.random((n, 11)), numbers.random((11, min(n, 50)))
        for again in range(3):
            module.estimated(out := np.zeros((n, b.shape[1])), a, b)
            yield f"estimated {n} {again}", out
        yield f"last {n}", (module.last(out := np.full(n, -1)), out)
        out = np.full(n, -1)
        yield f"generated {n}", [(time, out.copy()) for time in module.generated(out, 4)]
        module.Counts(out := np.full(n, -1), 3).fill(n // 3, n)
        yield f"method {n}", out


def failing(function, *arguments):
    """What a call gives: which elements the other threads have stored is unspecified."""
    return tried(function, *arguments)[0]
