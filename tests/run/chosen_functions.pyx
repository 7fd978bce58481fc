# Function pointers in regions.

from cython.parallel import parallel, prange
from libc.math cimport fabs, sqrt

ctypedef double (*of_number)(double) noexcept nogil
ctypedef void (*of_row)(const double[::1], double *) noexcept nogil


cdef double square(double x) noexcept nogil:
    return x * x


cdef double halved(double x) noexcept nogil:
    return x / 2


cdef int checked_calls(int x) except -1 nogil:
    if x > 100:
        raise ValueError("too large")
    return x


ctypedef int (*of_int)(int) except -1 nogil


cdef void first(const double[::1] row, double *out) noexcept nogil:
    out[0] = row[0]


cdef void summed(const double[::1] row, double *out) noexcept nogil:
    cdef Py_ssize_t k
    out[0] = 0
    for k in range(row.shape[0]):
        out[0] += row[k]


cdef of_number choose(str name):
    if name == "square":
        return square
    if name == "halved":
        return halved
    if name == "fabs":
        return fabs
    return sqrt


def mapped(str name, double[::1] x, double[::1] out):
    cdef of_number f = choose(name)
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = f(x[i]) + f(x[i] + 1)


def rows(bint whole, double[:, ::1] x, double[::1] out):
    cdef of_row f
    cdef Py_ssize_t i
    if whole:
        f = summed
    else:
        f = first
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            f(x[i], &out[i])


def raising(int[::1] x, int[::1] out):
    cdef of_int f = checked_calls
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = f(x[i])


def guarded(bint is_known, double[::1] x, double[::1] out):
    """A pointer that the region calls under a condition only."""
    cdef of_number f = NULL
    cdef Py_ssize_t i
    if is_known:
        f = halved
    for i in prange(x.shape[0], nogil=True, device={}):
        if is_known:
            out[i] = f(x[i])
        else:
            out[i] = x[i]


def in_team(str name, double[:, ::1] x, double[::1] out):
    """Threads have values of their own for what is chosen, in each iteration of the loops around theirs."""
    cdef of_number f = choose(name)
    cdef Py_ssize_t i, j, k
    with nogil, parallel(device={}):
        for i in range(x.shape[0]):
            for j in range(i, x.shape[1]):
                for k in prange(out.shape[0]):
                    out[k] = f(x[i, j] + k) if x[i, j] > 1 and out[k] < 50 else f(out[k]) / 2


def in_loops(str name, double[:, ::1] x, double[::1] out):
    cdef of_number f = choose(name)
    cdef Py_ssize_t i, j, k
    with nogil:
        for i in range(x.shape[0]):
            for j in range(i, x.shape[1]):
                for k in prange(out.shape[0]):
                    out[k] = f(x[i, j] + k) if x[i, j] > 1 and out[k] < 50 else f(out[k]) / 2
