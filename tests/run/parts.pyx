# cython: boundscheck=False, wraparound=False
"""Arrays that several writes of a region cover together: nothing of them is sent."""
from cython.parallel import parallel, prange


def smooth(double[::1] x, double[::1] y):
    """The inner elements by a loop, the outer ones beside it."""
    cdef int i, n = x.shape[0]
    with nogil, parallel(device={}):
        for i in prange(1, n - 1):
            y[i] = 0.25 * x[i - 1] + 0.5 * x[i] + 0.25 * x[i + 1]
        y[0] = x[0]
        y[n - 1] = x[n - 1]


def halves(double[::1] x, int middle):
    cdef int i, n = x.shape[0]
    with nogil, parallel(device={}):
        for i in prange(middle):
            x[i] = i
        for i in prange(middle, n):
            x[i] = -i


def points(double[:, ::1] at, double[::1] angle, int n):
    """Two columns of a matrix that may have more."""
    cdef int i
    for i in prange(n, nogil=True, device={}):
        at[i, 0] = 2 * angle[i]
        at[i, 1] = 3 * angle[i]


def gap(double[::1] x, int middle):
    """One element keeps its value."""
    cdef int i, n = x.shape[0]
    with nogil, parallel(device={}):
        for i in prange(middle):
            x[i] = i
        for i in prange(middle + 1, n):
            x[i] = -i


def read_between(double[::1] x, double[::1] y, int middle):
    """The second half is read before it is written."""
    cdef int i, n = x.shape[0]
    with nogil, parallel(device={}):
        for i in prange(middle):
            x[i] = i
        for i in prange(n):
            y[i] = x[n - 1 - i]
        for i in prange(middle, n):
            x[i] = -i
