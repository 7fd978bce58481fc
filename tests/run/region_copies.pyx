# Copies between memoryviews in regions and in device functions: of distinct arrays, of one array under two names, and of
# parts of one array that overlap.

import numpy as np
from cython.parallel import prange

cimport cython

ctypedef struct Point:
    double x
    float y
    signed char tag

ctypedef fused element:
    signed char
    float
    double complex
    Point


def rows(double[:, ::1] y, double[:, ::1] x):
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i, :] = x[i, :]


def strided_rows(double[:, :] y, double[:, :] x):
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i, :] = x[i, :]


def columns(double[:, ::1] y, const double[:, ::1] x):
    """Rows become columns; with `y` the array of `x`, each column is written where rows are still to be read, so there
    is one iteration."""
    cdef Py_ssize_t i
    for i in prange(1, nogil=True, device={}):
        y[:, i] = x[i, :]


def parts(double[:, ::1] y, double[:, ::1] x, Py_ssize_t first, Py_ssize_t last, Py_ssize_t start):
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i, first:last] = x[i, start:start + last - first]


def shifted(double[:, ::1] a, Py_ssize_t by):
    cdef Py_ssize_t i, n = a.shape[1]
    for i in prange(a.shape[0], nogil=True, device={}):
        if by >= 0:
            a[i, by:] = a[i, :n - by]
        else:
            a[i, :n + by] = a[i, -by:]


def turned(double[:, :] a, Py_ssize_t step):
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True, device={}):
        a[i, :] = a[i, ::step]


def crossed(double[:, :, ::1] a):
    """The first column becomes the first row: they share one element."""
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True, device={}):
        a[i, 0, :] = a[i, :, 0]


def blocks(element[:, :, ::1] y, element[:, :, ::1] x):
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = x[i]


def repeated(double[:, :, ::1] y, double[:, :, ::1] x, Py_ssize_t which):
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = x[i, which]
        y[i, :, 1:] = y[i, which:which + 1, :y.shape[2] - 1]


@cython.device
cdef void put(double[:] to, double[:] given) noexcept nogil:
    to[:] = given


@cython.device
cdef int turn(double[:, :] a) except -1 nogil:
    a[:, :] = a[::-1]
    return 0


cdef int put_all(double[:, :] to, double[:, :] given) except -1 nogil:
    to[...] = given
    return 0


def by_functions(double[:, :, ::1] a, double[:, :, ::1] b):
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True, device={}):
        put(a[i, 0], b[i, 1])
        put(a[i, 0, 1:], a[i, 0, :a.shape[2] - 1])
        turn(b[i])
        put_all(a[i, 1:], b[i, :b.shape[1] - 1])
        put_all(a[i], a[i, ::-1, ::-1])


def kept(double[:, ::1] x, long steps):
    """One array for all steps: only it moves."""
    cdef Py_ssize_t i, n = x.shape[0]
    cdef long step
    cdef double[:, ::1] next = np.empty_like(x)
    with device({x: "tofrom", next: "alloc"}):
        for step in range(steps):
            for i in prange(n, nogil=True, device={}):
                next[i, :] = x[(i + 1) % n, ::-1]
            for i in prange(n, nogil=True, device={}):
                x[i, :] = next[i, :]


def on_host(double[:, ::1] y, double[:, ::1] x):
    """The same without a device."""
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True):
        y[i, :] = x[i, :]
        y[i, 1:] = y[i, :y.shape[1] - 1]
        y[i, :] = y[i, ::-1]
