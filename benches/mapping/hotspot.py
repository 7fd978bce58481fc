"""Inputs of hotspot.pyx."""
import numpy as np


def inputs(scale):
    random = np.random.default_rng(5)
    rows, columns = 128 * scale, 128
    return 320 + 10 * random.random((rows, columns)), random.random((rows, columns)) * 1e-4, 11
