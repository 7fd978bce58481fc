"""What the kernel benchmarks have in common: their data, C by hand as a function, and whether all agree."""

import ctypes
import sys

import numpy as np

TOLERANCE = 1e-9  # relative: sums may be taken in another order


def vector(seed, n):
    return np.random.default_rng(seed).random(n)


def grid(rows, columns):
    return np.random.default_rng(1).random((rows, columns))


def csr(rows, per_row):
    """A sparse matrix in compressed rows, and a vector: values, columns, starts, x."""
    rng = np.random.default_rng(2)
    starts = np.concatenate([[0], np.cumsum(rng.integers(0, 2 * per_row, rows))]).astype(np.intc)
    return rng.random(starts[-1]), rng.integers(0, rows, starts[-1], dtype=np.intc), starts, rng.random(rows)


def points_in_square(count):
    return np.random.default_rng(3).uniform(-1, 1, (count, 2))


def star(corners):
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return np.stack([np.cos(angle), np.sin(angle)], 1) * np.where(np.arange(corners) % 2, 0.5, 1)[:, None]


def distances(nodes):
    rng = np.random.default_rng(4)
    made = np.where(rng.random((nodes, nodes)) < 0.1, rng.random((nodes, nodes)), 1e3)
    np.fill_diagonal(made, 0)
    return made


def copied(arguments):
    return [value.copy() if isinstance(value, np.ndarray) else value for value in arguments]


def by_hand(library, name, arguments, sizes):
    """The C function as a function of the repeats. It takes the sizes first."""
    function = getattr(library, name)
    function.restype = ctypes.c_double if name == "dot" else None
    given = [ctypes.c_ssize_t(size) for size in sizes]
    for value in arguments:
        if isinstance(value, np.ndarray):
            given.append(ctypes.c_void_p(value.ctypes.data))
        else:
            given.append(ctypes.c_double(value) if isinstance(value, float) else ctypes.c_int(value))
    return lambda repeats: function(*given, ctypes.c_int(repeats))


def alike(value, wanted, absolute, share):
    if np.asarray(wanted).dtype.kind == "i":
        return np.count_nonzero(np.asarray(value) != wanted) <= share * np.size(wanted)
    return np.allclose(value, wanted, rtol=TOLERANCE, atol=absolute)


def agree(name, made, whom, absolute=0, share=0):
    """Calls all once, and says whether they gave what `whom` gives, within `TOLERANCE` or this difference; of integers, this share
    may differ: iterations near the border of a set depend on rounding. `made`: of each its arguments, and its function."""
    results = {who: [function(2), *own] for who, (own, function) in made.items()}
    for who, result in results.items():
        for value, wanted in zip(result, results[whom]):
            if wanted is not None and not alike(value, wanted, absolute, share):
                print(f"{name}: {who} gives another result than {whom}", file=sys.stderr)
                return False
    return True
