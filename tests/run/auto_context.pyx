# cython: boundscheck=False, wraparound=False, auto_context=True
# Loops that the directive puts into a data context, with every way out of them.
cimport cython
from cython.parallel import parallel, prange


def repeated(double[::1] x, double[::1] y, int rounds):
    cdef int i, r
    with nogil:
        for r in range(rounds):
            for i in prange(x.shape[0], device={}):
                y[i] = y[i] + x[i]


def host_between(double[::1] x, double[::1] y, int rounds):
    cdef int i, r
    cdef double s = 0
    for r in range(rounds):
        for i in prange(x.shape[0], nogil=True, device={}):
            y[i] = y[i] + x[i]
        s = s + y[r]
        x[r] = s
    return s


def returns(double[::1] x, int rounds, int last):
    cdef int i, r
    for r in range(rounds):
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] * 2
        if r == last:
            return r
    return -1


def breaks(double[::1] x, int rounds, int last):
    cdef int i, r = 0
    with nogil:
        while True:
            with parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] * 2
            r = r + 1
            if r > last:
                break
            if r % 2:
                continue
            x[0] = r
        x[1] = 7
    return r


def raises(double[::1] x, things):
    cdef int i
    for thing in things:
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = x[i] + 1
        x[0] = x[0] + float(thing)
    else:
        x[1] = -1


def swapped(double[::1] u, double[::1] v, int rounds):
    cdef int i, r
    with nogil:
        for r in range(rounds):
            for i in prange(1, u.shape[0] - 1, device={}):
                v[i] = (u[i - 1] + u[i + 1]) / 2
            u, v = v, u
    return u[1], v[1]


def rows(double[:, ::1] D, double[::1] x):
    cdef int i, r
    cdef double[::1] row
    with nogil:
        for r in range(D.shape[0]):
            row = D[r, :]
            for i in prange(x.shape[0], device={}):
                row[i] = row[i] + x[i]
            x[0] = x[0] + row[0]


cdef void add(double[::1] x, double[::1] y) noexcept nogil:
    cdef int i
    for i in prange(x.shape[0], device={}):
        y[i] = y[i] + x[i]


def in_a_callee(double[::1] x, double[::1] y, int rounds):
    cdef int r
    for r in range(rounds):
        add(x, y)
        x[r] = y[r]
    return y[0]


@cython.auto_context(False)
def switched_off(double[::1] x, double[::1] y, int rounds):
    cdef int i, r
    with nogil:
        for r in range(rounds):
            for i in prange(x.shape[0], device={}):
                y[i] = y[i] + x[i]
