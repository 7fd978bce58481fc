import numpy as np
from attempts import attempt_indices

SIZES = (0, 1, 5, 40)


def matrices(n, m):
    """Every second row, backwards, of every second column."""
    whole = [np.arange(4.0 * n * m).reshape(2 * n, 2 * m) % (7 + k) for k in range(14)]
    return [matrix[::-2, ::2] for matrix in whole]


def vectors(n):
    return [(np.arange(n) % (3 + k)).astype(np.float32) for k in range(60)]


def cases(module):
    for n in SIZES:
        for m in 0, 1, 6:
            arrays = matrices(n, m)
            yield f"strided {n} {m}", attempt_indices(module.strided, *arrays)
            yield f"strided {n} {m}: arrays", [array.tolist() for array in arrays]
        if n:
            arrays = matrices(n, 3)
            yield f"teams {n}", attempt_indices(module.teams, *arrays, 2.0, n)
            yield f"teams {n}: arrays", [array.tolist() for array in arrays]
        arrays = vectors(n)
        yield f"contiguous {n}", attempt_indices(module.contiguous, n // 3, n, *arrays)
        yield f"contiguous {n}: arrays", [array.tolist() for array in arrays]
        yield f"scalars {n}", attempt_indices(module.scalars, np.arange(float(n)), *range(60))
        yield f"reductions {n}", attempt_indices(module.reductions, np.arange(float(n)))
    yield "contiguous, too short", attempt_indices(module.contiguous, 0, 4, *vectors(3))


def traced(module):
    module.strided(*matrices(4, 2))
    module.teams(*matrices(4, 2), 2.0, 4)
    module.contiguous(1, 4, *vectors(5))
    module.scalars(np.zeros(6), *range(60))
    module.reductions(np.zeros(6))


# Views that leave out elements move what lies between their ends: 27 of 32 elements.
NAMES = "abcdefghopklmn"
BYTES = {
    "strided": {"a": (216, 0), **{name: (216, 216) for name in NAMES[1:]}},
    "teams": {name: (216, 216) for name in NAMES},
    "contiguous": {f"{letter}{k}": (12, 12) for letter in "uvwxyz" for k in range(10)} | {"u0": (12, 0)},
    "scalars": {"x": (48, 48)},
    "reductions": {"x": (48, 0)},
}
