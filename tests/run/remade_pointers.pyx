# Pointers to elements of views, made before a region, are made again in its loops.

cimport cython
from cython.parallel import parallel, prange
from libc.stdlib cimport free, malloc


def gathered(double[:, ::1] a, double[::1] out, int[::1] order, Py_ssize_t k):
    cdef double *row = &a[k, 0]
    cdef const double *other
    cdef Py_ssize_t i
    other = &a[0, 1]
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = row[order[i]] + other[0]
    row[0] += 1
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] += row[order[i]]


@cython.boundscheck(False)
@cython.wraparound(False)
def both(double[:, ::1] a, int[::1] order, Py_ssize_t k):
    """The view and pointers into it."""
    cdef double *first = &a[0, 0]
    cdef double *row = &a[k, 0]
    cdef Py_ssize_t i
    for i in prange(order.shape[0], nogil=True, device={}):
        a[k, i] = first[order[i]]
        row[i] += 1


@cython.boundscheck(False)
@cython.wraparound(False)
def in_loop(double[:, ::1] a, int[::1] order):
    """A pointer for each of several regions, and an index that changes after the last of them."""
    cdef double *row
    cdef Py_ssize_t i, k = 0
    while k < a.shape[0]:
        row = &a[k, 0]
        for i in prange(order.shape[0], nogil=True, device={}):
            row[order[i]] = k
        k += 1


cdef double value(const double *p, Py_ssize_t at) noexcept nogil:
    return p[at]


@cython.boundscheck(False)
@cython.wraparound(False)
def handed_on(double[:, ::1] a, double[::1] out, int[::1] order):
    cdef const double *last = &a[a.shape[0] - 1, 0]
    cdef Py_ssize_t i, j
    with nogil, parallel(device={}):
        for i in prange(out.shape[0]):
            out[i] = value(last, order[i])
        for i in prange(out.shape[0]):
            for j in range(2):
                out[i] += value(last + j, 0)


cdef struct Table:
    double *values
    int *keys
    Py_ssize_t n


def of_a_struct(double[:, ::1] a, double[::1] out, int[::1] order):
    """Memory that fields of a struct point to; the region writes to some of it."""
    cdef Table table
    cdef Py_ssize_t i, n = order.shape[0]
    table.n = n
    table.values = <double *>malloc(n * sizeof(double))
    table.keys = <int *>malloc(sizeof(int) * n)
    if n > 0 and (table.values == NULL or table.keys == NULL):
        raise MemoryError
    for i in range(n):
        table.keys[i] = order[i] + 1
    for i in prange(n, nogil=True, device={}):
        table.values[i] = table.keys[i] * 2 + table.n if table.values != NULL else 0
    for i in range(n):
        out[0] += table.values[i]
    free(table.values)
    free(table.keys)
