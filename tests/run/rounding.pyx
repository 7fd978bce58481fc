"""C's functions that round, which modules compute without calls where the processor may have no instruction for them."""
# cython: language_level=3, boundscheck=False, wraparound=False
from cython.parallel cimport prange
from libc.math cimport (
    NAN, INFINITY, ceil, ceilf, floor, floorf, nearbyint, nearbyintf, rint, rintf, round, roundf, trunc, truncf,
)
cimport cython

cdef extern from "math.h":
    double own_floor "floor"(double) nogil
    int whole_floor "floor"(int) nogil


def of_double(double x):
    return floor(x), ceil(x), trunc(x), rint(x), nearbyint(x), round(x)


def of_float(float x):
    return floorf(x), ceilf(x), truncf(x), rintf(x), nearbyintf(x), roundf(x)


def of_both(float x):
    cdef float least = floor(x), greatest = ceil(x)
    return least, greatest, <int> least, own_floor(x), whole_floor(7)


def of_elements(double[:] x, double[:, :] results):
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        results[0, i] = floor(x[i])
        results[1, i] = ceil(x[i])
        results[2, i] = trunc(x[i])
        results[3, i] = rint(x[i])
        results[4, i] = nearbyint(x[i])
        results[5, i] = round(x[i])


def of_parallel(double[:] x, double[:] results):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        results[i] = floor(x[i]) + 0.5 * ceil(-x[i])


def floored(double x, double y):
    return x // y, x % y


def of_pointer(double x):
    cdef double (*chosen)(double) noexcept nogil
    chosen = floor if x > 0 else ceil
    return chosen(x)
