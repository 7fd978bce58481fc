# Pointers to elements of views, made before a region, are made again in its loops.

cimport cython
from cython.parallel import parallel, prange


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
