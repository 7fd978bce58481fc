# cython: boundscheck=False, wraparound=False
"""The least and the greatest as reductions, in every way to write them, and what only looks like one."""
from cython.parallel import parallel, prange
from libc.math cimport fabs


def lowest(double[::1] x, double s):
    cdef int i
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            s = min(s, x[i])
    return s


def highest(float[::1] x, float s):
    cdef int i
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            s = max(s, x[i])
    return s


def of_integers(long[::1] x, long low, long high):
    cdef int i
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            low = min(x[i], low)
            if x[i] >= high:
                high = x[i]
    return low, high


def by_condition(double[::1] x, double low, double high):
    cdef double t
    cdef int i
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            t = 2 * x[i]
            if t < low:
                low = t
            if high < fabs(x[i]):
                high = fabs(x[i])
    return low, high


def on_the_host(double[::1] x, double low, double high):
    cdef int i
    with nogil, parallel():
        for i in prange(x.shape[0]):
            if low > x[i]:
                low = x[i]
            high = max(high, x[i])
    return low, high


def of_rows(double[:, ::1] x, double[::1] out):
    """Each round has a minimum of its own: nothing is reduced."""
    cdef double s
    cdef int i, k
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            s = 1e300
            for k in range(x.shape[1]):
                if x[i, k] < s:
                    s = x[i, k]
            s = min(s, 0.9)
            out[i] = s


def of_pairs(double[:, ::1] x, double low):
    """The loops around reduce, too."""
    cdef int i, j, k
    cdef double high = 0
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            for j in prange(x.shape[1]):
                low = min(low, x[i, j])
                for k in range(2):
                    if x[i, j] * k > high:
                        high = x[i, j] * k
    return low, high


def smoothed(float[:, ::1] image, float[::1] weights, float[:, ::1] out):
    """Each round sets its sum anew; Cython calls that a reduction, but lets in-place operators read it."""
    cdef int x, y, k, at
    cdef double s = 5.0
    with nogil, parallel(device={}):
        for y in prange(image.shape[0]):
            for x in range(image.shape[1]):
                s = 0.0
                for k in range(weights.shape[0]):
                    at = (x + k) % image.shape[1]
                    s += image[y, at] * weights[k]
                out[y, x] += <float>s
