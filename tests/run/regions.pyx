# cython: cdivision=True
"""Offload regions and host loops: shapes, reductions, privates, contexts."""
import numpy as np
cimport cython
from cython.parallel import parallel, prange
from libc.math cimport fabs, sin


def shorthand(double[::1] x, double a):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = a * x[i] + 1


def held_gil(double[::1] x):
    cdef int i
    with parallel(device={}):
        for i in prange(x.shape[0]):
            x[i] = 2 * x[i]


def total(double[::1] x):
    cdef double s = 10
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        s += x[i]
    return s


def integer_reductions(long[::1] x):
    cdef long s = 1, p = 3, a = -1, o = 0, e = 0
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        s -= x[i]
        p *= x[i] % 3 + 1
        a &= x[i] | 8
        o |= x[i]
        e ^= x[i]
    return s, p, a, o, e


def last(long[::1] x):
    cdef long kept = -1
    cdef int i = -7
    for i in prange(x.shape[0], nogil=True, device={}):
        kept = x[i] * 10
    return kept, i


def last_of_the_round_before(double[::1] x, double[::1] y, int rounds):
    """A region reads what another one left in the round before."""
    cdef double t = 1
    cdef int i, r
    for r in range(rounds):
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] + t
        for i in prange(y.shape[0], nogil=True, device={}):
            t = y[i] * 2
            y[i] = t


def two_loops(double[::1] x, double[::1] y):
    cdef int i
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            y[i] = x[i] * 2
        for i in prange(x.shape[0]):
            x[i] = y[i] + 1


def stencil(double[:, ::1] u, double[:, ::1] v):
    cdef int i, j
    for i in prange(1, u.shape[0] - 1, nogil=True, device={}):
        for j in range(1, u.shape[1] - 1):
            v[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1])


def triangle(double[:, ::1] x):
    cdef int i, j
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            for j in prange(i + 1):
                x[i, j] = i * 10 + j


def shifted(double[::1] u, double[::1] v, Py_ssize_t n):
    """Called with views of one array: the parts overlap, one view is the other or inside it.

    No call may show `u[0]` among what the second loop writes: its rounds would race.
    """
    cdef Py_ssize_t i
    with nogil, parallel(device={}):
        for i in prange(n):
            u[i] = i
        for i in prange(n):
            v[i + 2] = u[0] + 100


def some(double[::1] x, int n):
    """Writes only a part: the rest must stay."""
    cdef int i
    for i in prange(n, nogil=True, device={}):
        x[i] = i


def under_condition(double[::1] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] > 1:
            x[i] = 0
            continue
        x[i] = -x[i]


def under_condition_written(double[::1] x, double[::1] y):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] > 1:
            y[i] = x[i]


def backwards(double[::1] x):
    cdef int i
    for i in prange(x.shape[0] - 1, -1, -1, nogil=True, device={}):
        x[i] = i


def gathered(double[::1] x, long[::1] at, double[::1] out):
    cdef int i
    for i in prange(at.shape[0], nogil=True, device={}):
        out[i] = x[at[i]]


def strided(double[:] x, double[:] y):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        y[i] = x[i] + 1


def columns(double[:, :] x):
    cdef int i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(x.shape[1]):
            x[i, j] = x[i, j] * 2


def fortran(double[::1, :] x):
    cdef int i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(x.shape[1]):
            x[i, j] = 10 * i + j


cdef double _wave(double x, int k) nogil:
    cdef double total = 0
    cdef int i
    for i in range(k):
        total += sin(x * i)
    return total


def functions(double[::1] x, double[::1] y, int k):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        y[i] = fabs(_wave(x[i], k))


def iterated(double[::1] u, double[::1] v, int rounds):
    cdef int n = u.shape[0]
    cdef int i, r
    with nogil, device({u: 'tofrom', v: 'tofrom'}):
        for r in range(rounds):
            with parallel(device={}):
                for i in prange(1, n - 1):
                    v[i] = 0.5 * (u[i - 1] + u[i + 1])
            with parallel(device={}):
                for i in prange(1, n - 1):
                    u[i] = v[i]


def inferred_context(double[::1] x, int rounds):
    cdef int i, r
    with nogil, device():
        for r in range(rounds):
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] + r


def checked(double[::1] x, int shift):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i + shift] = 1


def divided(long[::1] x, long d):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        with_check(x, i, d)


cdef void with_check(long[::1] x, int i, long d) noexcept nogil:
    x[i] = x[i] // d if d else 0


def on_host(double[::1] x, double[::1] y):
    cdef int i, j
    cdef double s = 0, t
    with nogil, parallel(num_threads=2):
        for i in prange(x.shape[0], schedule='dynamic', chunksize=3):
            t = 0
            for j in range(4):
                t = t + x[i] * j
            y[i] = t
            s += t
    return s


def shape_alone(double[::1] x, double[:, ::1] shaped):
    """`shaped` may lie anywhere: none of its data is on the device."""
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = shaped.shape[0] * 10 + shaped.shape[1]


def empty(double[::1] x):
    cdef int i
    for i in prange(0, nogil=True, device={}):
        x[i] = 1
    for i in prange(5, 2, nogil=True, device={}):
        x[i] = 1
