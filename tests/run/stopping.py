import numpy as np

# More rows than a GPU begins at once.
ROWS, COLUMNS = 600_000, 6


def cases(module):
    def of(function, bad, *more, width=COLUMNS, visits=ROWS):
        a, at = np.ones((ROWS, width)), np.zeros(ROWS, dtype=np.int64)
        at[bad] = width
        visited = np.zeros(visits, dtype=np.int64)
        try:
            getattr(module, function)(a, at, visited, *more)
        except IndexError as error:
            # The thread that has failed runs none of its other iterations.
            begun = np.count_nonzero(visited.reshape(len(visited), -1).any(axis=1))
            return str(error).split("\n")[0], "all others were run" if begun >= ROWS - 1 else "some were not run"
        return "no error", int(visited.sum())

    for function in "rows", "team", "region", "until", "called", "host_called":
        yield function, of(function, slice(0, 1))
        yield function + ", no row is wrong", of(function, slice(0, 0))
    yield "together", of("together", slice(0, 1), visits=(ROWS, 3))
    yield "together, no row is wrong", of("together", slice(0, 0), visits=(ROWS, 3))
    yield "guarded", of("guarded", slice(0, 0), COLUMNS + 1)
    yield "guarded, no row is wrong", of("guarded", slice(0, 0), COLUMNS)


def traced(module):
    for function in "region", "until", "called":
        getattr(module, function)(np.ones((5, 4)), np.zeros(5, dtype=np.int64), np.zeros(5, dtype=np.int64))
    module.guarded(np.ones((5, 4)), np.zeros(5, dtype=np.int64), np.zeros(5, dtype=np.int64), 4)
    module.together(np.ones((5, 20)), np.zeros(5, dtype=np.int64), np.zeros((5, 20), dtype=np.int64))


BYTES = {
    "region": {"a": (160, 160), "at": (40, 0), "visits": (40, 40)},
    "until": {"a": (160, 160), "at": (40, 0), "visits": (40, 40)},
    "called": {"a": (160, 160), "at": (40, 0), "visits": (40, 40)},
    "guarded": {"a": (160, 160), "at": (40, 0), "visits": (40, 40)},
    "together": {"a": (800, 0), "at": (40, 0), "visits": (800, 800)},
}
