# Old buffer syntax: elements in C, everything else by the object.

import numpy as np

cimport cython
cimport numpy as cnp
from cython.parallel cimport prange

DEF N = 3


def shifted(cnp.ndarray[double, ndim=2] a, double by):
    cdef cnp.ndarray[cnp.float64_t, ndim=2, mode="c"] out = np.empty_like(a)
    cdef Py_ssize_t i, j
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            out[i, j] = a[i, j] + by
    return out


def by_object(cnp.ndarray[double, ndim=1] a not None, index):
    a[index] *= 2
    return a[index], a.sum(), a.dtype.name, len(a), a[1:].tolist()


def rebound(int n):
    cdef cnp.ndarray[cnp.int64_t] x = np.arange(n)
    total = x[n - 1]
    x = np.full(n, 7)
    total += x[0]
    x, y = np.full(n, 100), 3
    total += x[0]
    x += 1
    return total + x[n - 1] + y


def of_rows(rows):
    cdef cnp.ndarray[double] row
    cdef double total = 0
    for row in rows:
        total += row[0]
    return total


def read_only(cnp.ndarray[double] x):
    cdef int i
    cdef double total = 0
    for i in range(x.shape[0]):
        total += x[i]
    return total


def writing(cnp.ndarray[double] x):
    x[0] = 5


def any_object(object[int, ndim=1] x):
    cdef int i
    s = 0
    for i in range(N):
        s += x[i]
    return s, x


@cython.boundscheck(False)
@cython.wraparound(False)
def offloaded(cnp.ndarray[double, ndim=2] x, cnp.ndarray[double, ndim=2] y):
    cdef Py_ssize_t i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(x.shape[1]):
            y[i, j] = 2 * x[i, j]
    return y.sum()


def mapped(cnp.ndarray[double] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={x: 'tofrom'}):
        x[i] += 1
    return x


def pointer(cnp.ndarray[double, ndim=1, mode="c"] x):
    cdef double *p = &x[0]
    p[1] = -1
    return x


def nothing(cnp.ndarray[double] x=None):
    return x is None


def no_list(object a not None, list b):
    return a, b
