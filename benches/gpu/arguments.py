"""What the kernels for GPUs are called with: of each its arguments but the repeats, and the sizes that the CUDA takes first.

The arguments are made when asked for: together they are large.
"""

import math
import pathlib
import sys

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "common"))
from cases import csr, distances, grid, points_in_square, star, vector


def kernels(scale):
    """Of kernels.pyx. With `scale` 1 they suit a GPU, with 0.001 a virtual device."""
    n = max(1024, int((1 << 26) * scale))
    side = max(32, int(8192 * math.sqrt(scale)))
    edge = max(32, int(2048 * scale ** (1 / 3)))
    many = max(256, int((1 << 22) * scale))

    def spmv():
        values, columns, starts, x = csr(many, 16)
        return [np.zeros(many), values, columns, starts, x], [many]

    def black_scholes():
        given = (vector(seed, n // 4) + 0.5 for seed in (1, 2, 3))
        return [np.zeros(n // 4), np.zeros(n // 4), *given, 0.02, 0.3], [n // 4]

    def kmeans():
        return [grid(8, 16), np.zeros((8, 16)), np.zeros(8), np.zeros(many, np.intc), grid(many, 16)], [many, 16, 8]

    return {
        "triad": lambda: ([np.zeros(n), vector(1, n), vector(2, n), 0.4], [n]),
        "axpy": lambda: ([np.zeros(n), vector(1, n), 1e-3], [n]),
        "dot": lambda: ([vector(1, n), vector(2, n)], [n]),
        "pairwise": lambda: ([np.zeros((side, side)), grid(side, 3)], [side, 3]),
        "jacobi": lambda: ([grid(side, side), np.zeros((side, side))], [side, side]),
        "matmul": lambda: ([np.zeros((edge, edge)), grid(edge, edge), grid(edge, edge)], [edge, edge, edge]),
        "nbody": lambda: ([np.zeros((4 * edge, 3)), grid(4 * edge, 3), vector(1, 4 * edge)], [4 * edge]),
        "mandelbrot": lambda: ([np.zeros((side, side), np.intc), 200], [side, side]),
        "spmv": spmv,
        "black_scholes": black_scholes,
        "histogram": lambda: ([np.zeros(256, np.intc), vector(1, n)], [256, n]),
        "floyd_warshall": lambda: ([distances(edge)], [edge]),
        "inside_polygon": lambda: ([np.zeros(many, np.intc), points_in_square(many), star(40)], [many, 40]),
        "kmeans": kmeans,
        "bilateral": lambda: ([np.zeros((side // 2, side // 2)), grid(side // 2, side // 2), 3, 0.1, 2.0], [side // 2, side // 2]),
        # A kernel of one repeat: what it costs to start it.
        "launch": lambda: ([np.zeros(1), np.zeros(1), np.zeros(1), 0.4], [1]),
    }


def npbench_of(n, edge, side, steps):
    """Of npbench.pyx: matrices of n x n, of edge x edge for products, boxes of side x side x side. `steps`: the most repeats
    of a kernel that takes another number in each."""
    def given(*shapes):
        return [np.random.default_rng(seed).random(shape) for seed, shape in enumerate(shapes)]

    box, padded = (side, side, side), (side + 4, side + 4, side)
    return {
        "gemm": lambda: ([*given((edge, edge), (edge, edge), (edge, edge)), 1.5, 1.2], [edge, edge, edge]),
        "jacobi_2d": lambda: (given((n, n), (n, n)), [n, n]),
        "heat_3d": lambda: (given(box, box), [*box]),
        "fdtd_2d": lambda: (given((n, n), (n, n), (n, n), steps), [n, n, steps]),
        "atax": lambda: (given((n, n), n, n, n), [n, n]),
        "mvt": lambda: (given(n, n, n, n, (n, n)), [n]),
        "gesummv": lambda: ([*given((n, n), (n, n), n, n), 1.5, 1.2], [n]),
        "doitgen": lambda: (given(box, (side, side), box), [*box]),
        "go_fast": lambda: ([*given((n, n), (n, n)), 3.5], [n, n]),
        "hdiff": lambda: (given(padded, box, box), [*box]),
    }


def npbench(scale, steps):
    """As `kernels`."""
    small, tiny = math.sqrt(scale), scale ** (1 / 3)
    return npbench_of(max(32, int(8192 * small)), max(32, int(2048 * tiny)), max(16, int(256 * tiny)), steps)
