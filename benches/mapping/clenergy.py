"""Inputs of clenergy.pyx: atoms in a box; the last batch is not full."""
import numpy as np


def inputs(scale):
    random = np.random.default_rng(4)
    rows, columns, spacing = 48 * scale, 64, 0.5
    atoms = random.random((1000, 4), dtype=np.float32)
    atoms *= np.array([columns * spacing, rows * spacing, 10, 2], dtype=np.float32)
    atoms[:, 3] -= 1
    return atoms, rows, columns, spacing, -0.25
