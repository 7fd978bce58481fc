"""Compares distances.pyx with scikit-bio, where that is installed, or with NumPy's formulas: run.py FOLDER [N]

FOLDER has the compiled module; the matrices have N rows, three or more. Prints what was moved, and the times of calls.
"""

import pathlib
import sys
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]


def by_numpy(matrix, sizes, groups, orders, mean, norm, other):
    squares = -matrix * matrix / 2
    rows = squares.mean(axis=1)
    centred = squares - rows[:, None] - rows + squares.mean()
    upper = np.triu_indices(len(matrix), 1)
    same = groups[upper[0]] == groups[upper[1]]
    within = (matrix[upper] ** 2 * same / sizes[groups[upper[0]]]).sum()
    correlations = [((matrix[np.ix_(order, order)][upper] - mean) / norm * other).sum() for order in orders]
    return centred, within, np.clip(correlations, -1, 1)


def by_scikit_bio(matrix, sizes, groups, orders, mean, norm, other):
    from skbio.stats.distance._cutils import mantel_perm_pearsonr_cy, permanova_f_stat_sW_cy
    from skbio.stats.ordination._cutils import center_distance_matrix_cy

    centred, found = np.empty_like(matrix), np.empty(len(orders))
    center_distance_matrix_cy(matrix, centred)
    mantel_perm_pearsonr_cy(matrix, orders, mean, norm, other, found)
    return centred, permanova_f_stat_sW_cy(matrix, sizes, groups), found


def problem(n, permutations=50):
    random = np.random.default_rng(1)
    points = random.random((n, 5))
    matrix = np.sqrt(((points[:, None] - points) ** 2).sum(axis=2))
    groups = random.integers(0, 4, n)
    orders = np.array([random.permutation(n) for _ in range(permutations)])
    x = matrix[np.triu_indices(n, 1)]
    y = random.random(len(x))
    y -= y.mean()
    return matrix, np.bincount(groups, minlength=4), groups, orders, x.mean(), np.linalg.norm(x - x.mean()), y / np.linalg.norm(y)


def ours(distances, matrix, sizes, groups, orders, mean, norm, other):
    return (
        distances.center_distance_matrix(matrix),
        distances.permanova_s_within(matrix, sizes, groups),
        distances.mantel_correlations(matrix, orders, mean, norm, other),
    )


def timed(call, repeats=5):
    call()
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        call()
        times.append(time.perf_counter() - started)
    return f"{min(times) * 1e3:.2f} ms"


def main():
    sys.path[:0] = [sys.argv[1], str(ROOT / "python")]
    import distances
    import offcy

    n = int(sys.argv[2]) if len(sys.argv) > 2 else 400
    given = problem(n)
    try:
        import skbio

        name, reference = f"scikit-bio {skbio.__version__}", by_scikit_bio
    except ImportError:
        name, reference = "NumPy", by_numpy
    want = reference(*given)
    for one, other in zip(ours(distances, *given), want):
        assert not isinstance(one, offcy.ndarray)
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-13)
    print(f"{n} x {n}: as {name}, {timed(lambda: ours(distances, *given))} with NumPy arrays; {name}: {timed(lambda: reference(*given))}")
    if len(offcy.devices()) == 1:
        return
    there = [offcy.asarray(one, device=0) if isinstance(one, np.ndarray) else one for one in given]
    with offcy.trace() as trace:
        found = ours(distances, *there)
    moved = sum(record.bytes_to + record.bytes_from for record in trace.records)
    for one, other in zip(found, want):
        host = one.to_host() if isinstance(one, offcy.ndarray) else one
        np.testing.assert_allclose(host, other, rtol=1e-12, atol=1e-13)
    assert isinstance(found[0], offcy.ndarray) and isinstance(found[2], offcy.ndarray)
    print(f"on {there[0].device}: {moved} bytes moved; {timed(lambda: ours(distances, *there))}")
    assert moved == 0, trace


if __name__ == "__main__":
    main()
