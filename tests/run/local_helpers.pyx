"""Functions inside functions that read and write, between regions, what these have on the device."""
import numpy as np
from cython.parallel import prange


def peeking(double[::1] x, int times):
    cdef Py_ssize_t i
    cdef int k
    a = np.asarray(x)
    seen = []

    def peek():
        seen.append(float(a[0]))
        a[1] = 100.0

    for k in range(times):
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] += 1
        peek()
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] *= 2
    return seen


def with_regions(double[::1] x, int times):
    cdef Py_ssize_t i
    cdef int k

    def bump(double by):
        cdef Py_ssize_t j
        cdef double[::1] y = x
        for j in prange(y.shape[0], nogil=True, device={}):
            y[j] += by
        return y[0]

    found = []
    for k in range(times):
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] *= 2
        found.append(bump(k))
        x[0] -= 1
    return found
