# cython: boundscheck=False, wraparound=False
# Memory that each thread allocates for itself: scratch of one loop.

from cython.parallel import parallel, prange
from libc.stdlib cimport free, malloc


def rows(double[:, ::1] x, double[::1] out):
    cdef Py_ssize_t i, j
    cdef double *p
    with nogil, parallel(device={}):
        p = <double *>malloc(x.shape[1] * sizeof(double))
        for i in prange(x.shape[0]):
            for j in range(x.shape[1]):
                p[j] = x[i, j] * 2
            out[i] = 0
            for j in range(x.shape[1]):
                out[i] += p[j]
        free(p)


cdef void sort(double *p, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t i, j
    cdef double kept
    for i in range(1, n):
        kept = p[i]
        j = i
        while j > 0 and p[j - 1] > kept:
            p[j] = p[j - 1]
            j -= 1
        p[j] = kept


def medians(double[:, ::1] x, double[::1] out, int[::1] skipped):
    """Two buffers, functions that get them, iterations that end early."""
    cdef Py_ssize_t i, j, m = x.shape[1]
    cdef double *p
    cdef double *q
    with nogil, parallel(device={}):
        p = <double *>malloc(m * sizeof(double))
        q = <double *>malloc(sizeof(double) * 2)
        for i in prange(x.shape[0]):
            if skipped[i]:
                out[i] = -1
                continue
            for j in range(m):
                p[j] = x[i, j]
            sort(p, m)
            q[0] = p[m // 2]
            q[1] = p[(m - 1) // 2]
            if skipped[i] == 0 and q[0] == q[1]:
                out[i] = q[0]
                continue
            out[i] = (q[0] + q[1]) / 2
        free(q)
        free(p)


def weighted(double[::1] x, double[::1] out):
    """A table that all threads fill alike, and that the loop only reads."""
    cdef Py_ssize_t i, k
    cdef double *table
    with nogil, parallel(device={}):
        table = <double *>malloc(3 * sizeof(double))
        for k in range(3):
            table[k] = k + 0.5
        for i in prange(x.shape[0]):
            out[i] = x[i] * table[i % 3]
        free(table)
