"""Loops that run on the host's cores or on a GPU."""

from cython.parallel import prange


def axpy(double a, const double[::1] x, double[::1] y):
    """Add `a * x` to `y`, in place."""
    cdef Py_ssize_t i
    if x.shape[0] != y.shape[0]:
        raise ValueError(f"x has {x.shape[0]} elements, y has {y.shape[0]}")
    for i in prange(x.shape[0], nogil=True, device={}):
        y[i] = y[i] + a * x[i]
