"""Inputs of bfs.pyx: a random graph; some nodes cannot be reached."""
import numpy as np


def inputs(scale):
    random = np.random.default_rng(3)
    nodes = 10000 * scale
    degree = random.integers(0, 5, nodes).astype(np.intc)
    first = np.zeros(nodes, dtype=np.intc)
    first[1:] = np.cumsum(degree)[:-1]
    targets = random.integers(0, nodes, degree.sum()).astype(np.intc)
    return first, degree, targets, int(np.argmax(degree))
