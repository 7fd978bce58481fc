"""What the kernels of the suite are called with, by their size."""

import os

import numpy as np

VECTORS = (1, 10, 100, 1_000, 10_000, 100_000, 1_000_000)
SIDES = (3, 10, 30, 100, 300, 1_000)
CUBES = (3, 10, 30, 100)
PRODUCTS = (3, 10, 30, 100, 200)


def random(*shape, seed=1):
    return np.random.default_rng(seed + sum(shape)).random(shape)


def csr(n):
    generator = np.random.default_rng(2)
    starts = np.concatenate([[0], np.cumsum(generator.integers(0, 20, n))]).astype("i4")
    return [np.zeros(n), generator.random(starts[-1]), generator.integers(0, n, starts[-1], dtype="i4"), starts, generator.random(n)]


def star(corners):
    angle = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return np.stack([np.cos(angle), np.sin(angle)], 1) * np.where(np.arange(corners) % 2, 0.5, 1)[:, None]


def strided(n):
    return [np.zeros(2 * n)[::2], random(2 * n)[::2], random(2 * n, seed=2)[::2], 0.4]


def floats(*shape, seed=1):
    return random(*shape, seed=seed).astype("f4")


# Of each kernel its sizes, and its arguments for one.
CASES = {
    "triad": (VECTORS, lambda n: [np.zeros(n), random(n), random(n, seed=2), 0.4]),
    "triad_float": (VECTORS, lambda n: [np.zeros(n, "f4"), floats(n), floats(n, seed=2), 0.5]),
    "triad_strided": (VECTORS, strided),
    "axpy": (VECTORS, lambda n: [random(n), random(n, seed=2), 1e-6]),
    "dot": (VECTORS, lambda n: [random(n), random(n, seed=2)]),
    "sum_float": (VECTORS, lambda n: [floats(n)]),
    "sum_int": (VECTORS, lambda n: [np.arange(n, dtype="i4") % 1000]),
    "threshold": (SIDES, lambda n: [np.zeros((n, n), "u1"), (256 * random(n, n)).astype("u1"), 99]),
    "pairwise": (SIDES, lambda n: [np.zeros((n, n)), random(n, 3)]),
    "jacobi_1d": (VECTORS, lambda n: [random(n + 2), random(n + 2)]),
    "jacobi_2d": (SIDES, lambda n: [random(n, n), random(n, n)]),
    "jacobi_float": (SIDES, lambda n: [floats(n, n), floats(n, n), 0.2]),
    "jacobi_strided": (SIDES, lambda n: [random(n, n), random(n, n)]),
    "heat_3d": (CUBES, lambda n: [random(n, n, n), random(n, n, n)]),
    "seidel_2d": (SIDES, lambda n: [random(n, n)]),
    "fdtd_2d": (SIDES, lambda n: [random(n, n), random(n, n), random(n, n, seed=2), 0.5]),
    "gemm": (PRODUCTS, lambda n: [random(n, n), random(n, n), random(n, n), 1.5, 0.5]),
    "atax": (SIDES, lambda n: [random(n, n), random(n), np.zeros(n), np.zeros(n)]),
    "mvt": (SIDES, lambda n: [random(n), random(n), random(n), random(n), random(n, n)]),
    "gesummv": (SIDES, lambda n: [random(n, n), random(n, n), random(n), np.zeros(n), 1.5, 1.2]),
    "doitgen": (CUBES[:3], lambda n: [random(n, n, n), random(n, n), np.zeros((n, n, n))]),
    "covariance": (PRODUCTS, lambda n: [random(n, n), np.zeros(n), np.zeros((n, n))]),
    "nbody": (SIDES, lambda n: [np.zeros((n, 3)), random(n, 3), random(n)]),
    "mandelbrot": (SIDES[:5], lambda n: [np.zeros((n, n), "i4"), 100]),
    "spmv": (VECTORS[:6], csr),
    "black_scholes": (VECTORS[:6], lambda n: [np.zeros(n), np.zeros(n), *(random(n, seed=s) + 0.5 for s in (1, 2, 3)), 0.02, 0.3]),
    "histogram": (VECTORS, lambda n: [np.zeros(256, "i4"), random(n)]),
    "azimint": (VECTORS, lambda n: [np.zeros(100), np.zeros(100), random(n), random(n, seed=2)]),
    "floyd_warshall": (PRODUCTS, lambda n: [random(n, n)]),
    "inside_polygon": (VECTORS[:6], lambda n: [np.zeros(n, "i4"), 2 * random(n, 2) - 1, star(40)]),
    "nearest": (VECTORS[:6], lambda n: [np.zeros(n, "i4"), random(n, 8), random(10, 8, seed=2)]),
    "conv2d": (SIDES, lambda n: [np.zeros((n, n)), random(n + 2, n + 2), random(3, 3)]),
    "bilateral": (SIDES[1:5], lambda n: [np.zeros((n, n)), random(n, n), 0.1, 2.0]),
    "hdiff": (CUBES, lambda n: [np.zeros((n, n, n)), random(n + 2, n + 2, n), random(n, n, n)]),
    "vadv": (SIDES, lambda n: [np.zeros((n, n)), *(random(n, n, seed=s) for s in (1, 2, 3)), np.zeros((n, n))]),
    "nussinov": (PRODUCTS, lambda n: [np.zeros((n + 1, n + 1), "i4"), (np.arange(n, dtype="i4") * 7) % 4]),
    "clip": (VECTORS, lambda n: [np.zeros(n), random(n), 0.2, 0.8]),
    "quotients": (VECTORS, lambda n: [np.zeros(n), random(n) + 0.1, random(n, seed=2) + 0.1]),
    "softmax": (SIDES[:5], lambda n: [np.zeros((n, n)), random(n, n)]),
    "largest_at": (VECTORS, lambda n: [random(n)]),
    "place_of": (VECTORS, lambda n: [np.arange(n, dtype="i4"), 3 * n // 4]),
    "bisect": (VECTORS[:6], lambda n: [np.zeros(n, "i4"), np.sort(random(1000)), random(n, seed=2)]),
    "levenshtein": (SIDES, lambda n: [np.zeros((n + 1, n + 1), "i4"), (np.arange(n, dtype="i4") * 7) % 5, (np.arange(n, dtype="i4") * 3) % 4]),
    "elimination": (PRODUCTS, lambda n: [np.zeros((n, n)), random(n, n) + n * np.eye(n)]),
}


def arguments(kernel, size):
    return CASES[kernel][1](size)


def copied(values):
    """The same with arrays of their own, that have the same strides, each at the same place of cache lines and pages in every process:
    what a kernel takes depends on that by up to the half. `SUITE_OFFSET`: bytes after a multiple of 64 (default 16, where NumPy's
    large arrays are)."""
    offset = int(os.environ.get("SUITE_OFFSET", 16))

    def copy(at, value):
        if not isinstance(value, np.ndarray):
            return value
        step = 1 if value.flags.c_contiguous else 2
        room = np.empty(value.nbytes * step + 3 * 4096, np.uint8)
        # Not all arrays begin at the same place of a page.
        start = -room.ctypes.data % 4096 + 320 * at % 4096 + offset
        own = room[start : start + value.nbytes * step].view(value.dtype)[::step].reshape(value.shape)
        own[...] = value
        return own

    return [copy(at, value) for at, value in enumerate(values)]
