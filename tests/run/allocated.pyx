# cython: boundscheck=False, wraparound=False
# Memory that is allocated before a region: how many elements it has is known.

from cython.parallel import prange
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdlib cimport calloc, free, malloc

cdef struct pair:
    double value
    int place


def scattered(double[::1] x, int[::1] order, int n):
    cdef double *p = <double *>malloc(sizeof(double) * n)
    cdef float *q = NULL
    cdef double *r = <double *>PyMem_Malloc(n * sizeof(double))
    cdef Py_ssize_t i
    q = <float *>calloc(x.shape[0], sizeof(float))
    for i in prange(x.shape[0], nogil=True, device={}):
        p[order[i]] = x[i]
        q[order[i]] = i
        r[n - 1 - order[i]] = x[i]
    for i in range(x.shape[0]):
        x[i] = p[i] + q[i] + r[i]
    free(p)
    free(q)
    PyMem_Free(r)


def best(double[:, ::1] x, int[::1] order):
    """Structs, a number of bytes that is no product, and a region after which the memory is used again."""
    cdef Py_ssize_t i, j, rows = x.shape[0]
    cdef pair *found = <pair *>malloc(rows * sizeof(pair))
    cdef char *seen = <char *>malloc(rows + 1)
    cdef double total = 0
    for i in prange(rows, nogil=True, device={}):
        found[order[i]].value = x[i, 0]
        found[order[i]].place = 0
        seen[order[i]] = 1
        for j in range(1, x.shape[1]):
            if x[i, j] > found[order[i]].value:
                found[order[i]].value = x[i, j]
                found[order[i]].place = <int>j
    for i in range(rows):
        total += found[i].value * found[i].place + seen[i]
    free(found)
    free(seen)
    return total
