"""One run of scikit-learn's k-means with its points on the device from the first iteration to the last."""

import numpy as np
from offcy cimport device


def run(iterations, const double[:, ::1] X, const double[::1] sample_weight, *args, **kwargs):
    """`iterations` is scikit-learn's own `_kmeans_single_lloyd`; the regions that it comes to find both arrays there."""
    with device({X: 'to', sample_weight: 'to'}):
        return iterations(np.asarray(X), np.asarray(sample_weight), *args, **kwargs)
