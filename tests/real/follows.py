"""scikit-bio's own functions with arrays that live on a device: they run there, and nothing moves but what they make for themselves.

    follows.py OFFCY [--cache DIR]

`devices.py` builds the modules, whose parallel loops have `device={}` and which are otherwise scikit-bio's, and runs scikit-bio's tests with
them. Here each function is called with NumPy arrays and with the same arrays on the virtual device.
"""

import argparse
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "python"), str(HERE.parent / "common")]
import builds
import numpy as np
import offcy
from devices import DEVICES, KNOWN, built, environment

SIZE = 60


def calls(random):
    """For each module its functions, their arguments, and the bytes that one may move: of arrays that it makes on the host."""
    matrix = random.random((SIZE, SIZE))
    matrix += matrix.T
    np.fill_diagonal(matrix, 0)
    other, condensed = np.empty_like(matrix), random.random(SIZE * (SIZE - 1) // 2)
    order = random.permutation(SIZE).astype(np.intp)
    orders = np.array([random.permutation(SIZE) for _ in range(20)]).astype(np.intp)
    groups = random.integers(0, 4, SIZE).astype(np.intp)
    sizes = np.bincount(groups).astype(np.intp)
    yield "skbio/stats/ordination/_cutils", {
        # Its means of rows are an array of NumPy's.
        "center_distance_matrix_cy": ((matrix, other), 2 * 8 * SIZE),
        "e_matrix_means_cy": ((matrix, other, np.empty(SIZE)), 0),
    }
    yield "skbio/stats/distance/_cutils", {
        "is_symmetric_and_hollow_cy": ((matrix,), 0),
        "distmat_reorder_cy": ((matrix, order, other), 0),
        "distmat_reorder_condensed_cy": ((matrix, order, np.empty_like(condensed)), 0),
        "mantel_perm_pearsonr_cy": ((matrix, orders, 0.5, 3.0, condensed, np.empty(20)), 0),
        "permanova_f_stat_sW_cy": ((matrix, sizes, groups), 0),
        "permanova_f_stat_sW_condensed_cy": ((condensed, sizes, groups), 0),
    }


def compare(function, arguments, allowed):
    there = [offcy.asarray(one, device=0, copy=True) if isinstance(one, np.ndarray) else one for one in arguments]
    with offcy.trace() as trace:
        result = function(*there)
    here = [one.copy() if isinstance(one, np.ndarray) else one for one in arguments]
    np.testing.assert_allclose(np.asarray(function(*here), float), np.asarray(result, float), rtol=1e-12)
    for one, want in zip(there, here):
        if isinstance(want, np.ndarray):
            np.testing.assert_allclose(one.to_host(), want, rtol=1e-12, atol=1e-13)
    moved = trace.bytes_to + trace.bytes_from
    assert trace.regions and all(record.device == 0 for record in trace.regions), "no region ran on the device"
    assert moved <= allowed, f"{moved} bytes moved, expected at most {allowed}"
    return moved


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("--cache", type=pathlib.Path, default=HERE.parents[1] / "target" / "real")
    options = parser.parse_args()
    python = environment(options.cache.resolve())
    for name, functions in calls(np.random.default_rng(0)):
        library, *_, why = built(options.offcy, options.cache.resolve(), python, KNOWN[DEVICES[name].package], name)
        assert library is not None, why
        module = builds.load(library, library.name.split(".")[0])
        for function, (arguments, allowed) in functions.items():
            print(f"{name} {function}: {compare(getattr(module, function), arguments, allowed)} bytes")


if __name__ == "__main__":
    main()
