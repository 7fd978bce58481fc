"""Sums and products of parallel loops, which threads may compute in any order, and those that they may not."""
# cython: language_level=3
cimport cython
from cython.parallel cimport parallel, prange


def added(double[:] x):
    cdef Py_ssize_t i
    cdef double found = 0.5
    for i in prange(x.shape[0], nogil=True):
        found += x[i]
    return found


def subtracted(float[:] x):
    cdef Py_ssize_t i
    cdef float found = 3
    for i in prange(x.shape[0], nogil=True):
        found -= x[i]
    return found


def multiplied(double[:] x):
    cdef Py_ssize_t i
    cdef double found = 1
    for i in prange(x.shape[0], nogil=True):
        found *= x[i]
    return found


def wide(float[:] x, double[:] y):
    """The sum of a float and a double is rounded once."""
    cdef Py_ssize_t i
    cdef float found = 0
    for i in prange(x.shape[0], nogil=True):
        found += y[i] * x[i]
    return found


def complex_sum(double complex[:] x):
    cdef Py_ssize_t i
    cdef double complex found = 0
    for i in prange(x.shape[0], nogil=True):
        found += x[i]
    return found


def chosen(double[:] x):
    cdef Py_ssize_t i
    cdef double low = 0, high = 0
    for i in prange(x.shape[0], nogil=True):
        if x[i] < 0:
            low += x[i]
            continue
        high += x[i]
    return low, high


def of_rows(double[:, :] x):
    """What an iteration adds itself is in its order."""
    cdef Py_ssize_t i, j
    cdef double found = 0
    for i in prange(x.shape[0], nogil=True):
        for j in range(x.shape[1]):
            found += x[i, j]
    return found


def in_region(double[:] x):
    cdef Py_ssize_t i
    cdef double found = 0
    for i in prange(x.shape[0], nogil=True, device={}):
        found += x[i]
    return found


def of_rows_alone(double[:, :] x, double[:] sums):
    cdef Py_ssize_t i, j
    cdef double found
    for i in prange(x.shape[0], nogil=True):
        found = 0
        for j in range(x.shape[1]):
            found = found + x[i, j]
        sums[i] = found


def fails(double[:] x, Py_ssize_t n):
    cdef Py_ssize_t i
    cdef double found = 0
    for i in prange(n, nogil=True):
        found += x[i]
    return found


@cython.ordered_sums(True)
def ordered(double[:] x):
    cdef Py_ssize_t i
    cdef double found = 0
    for i in prange(x.shape[0], nogil=True, num_threads=1):
        found += x[i]
    return found


def in_team(double[:] x):
    cdef Py_ssize_t i
    cdef double found = 0
    with nogil, parallel():
        for i in prange(x.shape[0]):
            found += x[i]
    return found
