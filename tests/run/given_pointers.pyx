# Pointers that functions get from their callers, of memory that those have allocated, or of views.

import numpy as np
from cython.parallel import parallel, prange

cimport cython
from libc.stdlib cimport calloc, free, malloc


cdef double filled(double[:, ::1] x, double *out, long start, double factor) noexcept nogil:
    """Stores from a place on, so that nothing says how much there is."""
    cdef long i, n = x.shape[0]
    cdef int k, m = x.shape[1]
    cdef double total = 0
    for i in prange(start, n, device={}):
        for k in range(m):
            out[i * m + k] = factor * x[i, k]
        total += out[i * m]
    return total


cdef void added(double *one, double *other, double *to, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t i
    with nogil, parallel(device={}):
        for i in prange(n):
            if to[i] >= 0:
                to[i] += one[i] + other[i]


def both(double[:, ::1] x, long start, double[::1] out):
    cdef Py_ssize_t n = x.shape[0] * x.shape[1], i
    cdef double *first = <double *>calloc(n, sizeof(double))
    cdef double *second = <double *>malloc(n * sizeof(double))
    cdef double *sums = <double *>calloc(n, sizeof(double))
    cdef double total
    if first == NULL or second == NULL or sums == NULL:
        free(first)
        free(second)
        free(sums)
        raise MemoryError()
    for i in range(n):
        second[i] = -1
    with nogil:
        total = filled(x, first, start, 2) + filled(x, second, start, 3)
        added(first, second, sums, n)
    for i in range(n):
        out[i] = sums[i]
    free(first)
    free(second)
    free(sums)
    return total


cdef Py_ssize_t placed(int *to, Py_ssize_t first, Py_ssize_t n) except -1:
    """Called twice, with memory of different sizes; the region may fail."""
    cdef Py_ssize_t i
    with nogil, parallel(device={}):
        for i in prange(first, n):
            if i > 1000:
                raise ValueError("too many")
            to[i] += i
    return n


def twice(Py_ssize_t n, Py_ssize_t more):
    cdef int *small = <int *>calloc(n, sizeof(int))
    cdef int *large = <int *>calloc(n + more, sizeof(int))
    cdef Py_ssize_t i
    try:
        placed(small, 1, n)
        placed(large, more, n + more)
        return [small[i] for i in range(n)], [large[i] for i in range(n + more)]
    finally:
        free(small)
        free(large)


@cython.boundscheck(False)
def of_views(double[:, ::1] x, double[:, ::1] out, double[::1] sums, long start):
    """The first elements of views, also by a variable."""
    cdef double *to = &out[0, 0]
    cdef double total
    with nogil:
        total = filled(x, to, start, 2) + filled(x, &out[0, 0], start, 3)
        added(&x[0, 0], &out[0, 0], &sums[0], sums.shape[0])
    return total
