"""Inputs of xsbench.pyx: random nuclides and materials."""
import numpy as np


def inputs(scale):
    random = np.random.default_rng(7)
    nuclides, points, materials, most = 40, 100 * scale, 12, 20
    grids = random.random((nuclides, points, 6))
    grids[:, :, 0].sort(axis=1)
    energies = np.sort(grids[:, :, 0].ravel())
    rows = [np.searchsorted(grid[:, 0], energies, side="right") - 1 for grid in grids]
    positions = np.ascontiguousarray(np.clip(rows, 0, points - 2).T.astype(np.intc))
    shares = random.random(materials)
    counts = random.integers(1, most + 1, materials).astype(np.intc)
    members = random.integers(0, nuclides, (materials, most)).astype(np.intc)
    densities = random.random((materials, most))
    return energies, positions, grids, shares / shares.sum(), counts, members, densities, 5000 * scale, 3
