"""Inputs of lulesh.pyx: a cube of cold elements, with all the energy in the one at the origin."""
import numpy as np


def inputs(scale):
    edge = 4 + 4 * scale
    side = np.arange(edge + 1)
    k, j, i = (index.ravel() for index in np.meshgrid(side, side, side, indexing="ij"))
    x, y, z = (1.125 / edge * index for index in (i, j, k))

    # The corners of the element at the origin, in the order of their numbers; then of all others.
    row, plane = edge + 1, (edge + 1) ** 2
    corner = np.array([0, 1, row + 1, row, plane, plane + 1, plane + row + 1, plane + row])
    origin = np.flatnonzero((i < edge) & (j < edge) & (k < edge))
    nodes = (origin[:, None] + corner).astype(np.intc)
    corners = np.argsort(nodes.ravel(), kind="stable").astype(np.intc)
    meeting = np.bincount(nodes.ravel(), minlength=len(x))
    first = np.concatenate([[0], np.cumsum(meeting)]).astype(np.intc)

    elements = np.arange(edge**3).reshape(edge, edge, edge)
    beside = np.empty((edge**3, 6), dtype=np.intc)
    for axis in range(3):
        number = np.pad(elements, 1, mode="edge").swapaxes(0, 2 - axis)
        beside[:, 2 * axis] = number[:-2, 1:-1, 1:-1].swapaxes(0, 2 - axis).ravel()
        beside[:, 2 * axis + 1] = number[2:, 1:-1, 1:-1].swapaxes(0, 2 - axis).ravel()
    planes = [np.flatnonzero(index == 0).astype(np.intc) for index in (i, j, k)]

    volume = np.full(edge**3, (1.125 / edge) ** 3)
    energy = np.zeros(edge**3)
    energy[0] = 3.948746e7 * (edge / 45) ** 3
    speeds = [np.zeros(len(x)) for _ in range(3)]
    p, q, ss = (np.zeros(edge**3) for _ in range(3))
    dt = 0.5 * volume[0] ** (1 / 3) / np.sqrt(2 * energy[0])
    return (
        (x, y, z, *speeds, meeting * volume[0] / 8, *planes, nodes, first, corners, beside)
        + (energy, p, q, np.ones(edge**3), volume.copy(), ss, volume.copy(), dt, 10)
    )
