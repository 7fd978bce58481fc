# `qsort` of memory of each iteration, `clock`, and `finally` around a loop of a region.

from cython.parallel import parallel, prange
from libc.stdlib cimport free, malloc, qsort
from libc.time cimport clock, clock_t

cdef struct pair:
    double key
    int at


cdef int ascending(const void *one, const void *other) noexcept nogil:
    cdef double left = (<pair *>one).key, right = (<pair *>other).key
    return (left > right) - (left < right)


cdef int descending(const void *one, const void *other) noexcept nogil:
    return -ascending(one, other)


cdef void order(double[::1] row, int[::1] places, bint down) noexcept nogil:
    cdef Py_ssize_t k, n = row.shape[0]
    cdef pair *all = <pair *>malloc(n * sizeof(pair))
    for k in range(n):
        all[k].key = row[k]
        all[k].at = k
    if down:
        qsort(all, n, sizeof(pair), descending)
    else:
        qsort(all, n, sizeof(pair), ascending)
    for k in range(n):
        places[k] = all[k].at
    free(all)


def argsort(double[:, ::1] x, int[:, ::1] places, bint down):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        order(x[i], places[i], down)


def medians(double[:, ::1] x, double[::1] out):
    """Scratch of threads, freed whatever happens."""
    cdef Py_ssize_t i, k, m = x.shape[1]
    cdef pair *row
    with nogil, parallel(device={}):
        row = <pair *>malloc(m * sizeof(pair))
        try:
            for i in prange(x.shape[0]):
                if x[i, 0] < 0:
                    out[i] = -1
                    continue
                for k in range(m):
                    row[k].key = x[i, k]
                    row[k].at = 0
                qsort(row, m, sizeof(pair), ascending)
                out[i] = (row[m // 2].key + row[(m - 1) // 2].key) / 2
        finally:
            free(row)


def timed(double[::1] x, bint is_timed):
    """The time is of no use on a device, but it can be asked for."""
    cdef Py_ssize_t i
    cdef clock_t begun = 0
    for i in prange(x.shape[0], nogil=True, device={}):
        if is_timed:
            begun = clock()
        x[i] += 1
