"""Inputs of accuracy.pyx."""
import numpy as np


def inputs(scale):
    random = np.random.default_rng(1)
    rows, columns = 4000 * scale, 50
    scores = random.integers(0, 200, (rows, columns)).astype(np.float32)
    labels = random.integers(0, columns, rows).astype(np.intc)
    return scores, labels, np.zeros(8, dtype=np.int_)
