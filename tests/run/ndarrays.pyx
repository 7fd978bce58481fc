# Variables that are declared as NumPy's arrays: what C sees of them, and that they are such.
import numpy as np

cimport cython
cimport numpy as np
from cython.parallel import prange
from numpy cimport ndarray


def layout(ndarray a):
    cdef int i
    cdef list found = []
    for i in range(a.ndim):
        found.append((a.shape[i], a.strides[i]))
    return found, a.dtype.name, a.size, len(a), cython.typeof(a.ndim)


def total(ndarray a not None):
    cdef double *data = <double *> a.data
    cdef Py_ssize_t i, n = a.shape[0]
    cdef double found = 0
    with nogil:
        for i in range(n):
            found += data[i] + a.ndim
    return found


cdef ndarray doubled(ndarray a, int n=2):
    a = a * n
    return a


cdef class Holder:
    cdef ndarray kept
    cdef public np.ndarray shown

    def __init__(self, kept):
        self.kept = kept
        self.shown = doubled(kept)

    def look(self):
        return self.kept.shape[0], self.kept.ndim, (<double *> self.kept.data)[0], self.kept.sum()


def converted(x):
    cdef ndarray a = np.asarray(x)
    cdef double[:] view = a
    cdef ndarray back = np.asarray(view)
    view[0] = 7
    a += 1
    a[1:] = -1
    return a, back, a[0], a[::2], -a, a == back, [part for part in a], <ndarray> a is a


def assigned(x):
    cdef ndarray a
    a = x
    return a is None or a.ndim


def cast(x):
    return (<ndarray?> x).ndim


def reads_none(ndarray a):
    return a.ndim


def of_list(rows):
    cdef ndarray row
    cdef double found = 0
    for row in rows:
        found += (<double *> row.data)[0]
    return found


def in_region(ndarray[double] x, ndarray[double, ndim=2] y):
    cdef Py_ssize_t i
    cdef double found = 0
    for i in prange(x.shape[0], nogil=True, device={}):
        found += x[i] * y[i, 0] * y.shape[1]
    return found
