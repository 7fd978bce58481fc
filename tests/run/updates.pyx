# cython: boundscheck=False, wraparound=False
# Data contexts with entries, and the updates that offcy's warnings ask for: see tests/ui/stale.fixed.
from cython.parallel import parallel, prange


def host_reads_in_a_loop(double[::1] x, int n):
    cdef int i, k, r
    cdef double s = 0
    with nogil, device({x: 'tofrom'}):
        for r in range(n):
            for i in prange(x.shape[0], device={}):
                x[i] = x[i] + 1
            update({x: 'from'})
            for k in range(x.shape[0]):
                if k > 3:
                    s = s + x[k]
            if s > 100:
                break
    return s


def second_round(double[::1] x, int n):
    cdef int i, r
    cdef double s = 0
    with nogil, device({x: 'tofrom'}):
        for r in range(n):
            update({x: 'from'})
            s += x[r]
            for i in prange(x.shape[0], device={}):
                x[i] = x[i] + 1
    return s


def row_of_it(double[:, ::1] x):
    cdef int i
    cdef double s
    cdef double[::1] row = x[2, :]
    with nogil, device({x: 'tofrom'}):
        for i in prange(x.shape[1], device={}):
            row[i] = row[i] + 1
        update({x: 'from'})
        s = x[2, 0]
        row[1] = 7
        update({row: 'to'})
        for i in prange(x.shape[1], device={}):
            x[1, i] = x[2, i]
    return s


def boundary(double[::1] u, int n):
    cdef int i, r
    with nogil, device({u: 'tofrom'}):
        for r in range(n):
            update({u: 'to'})
            with parallel(device={}):
                for i in prange(u.shape[0]):
                    u[i] = u[i] * 2
            update({u: 'from'})
            u[0] = 1
            u[1] = 2
        update({u: 'to'})


cdef int step(double[::1] a, double[::1] b) except -1 nogil:
    cdef int i
    for i in prange(a.shape[0], device={}):
        b[i] = b[i] + a[i]


cdef void clear(double[::1] a) noexcept nogil:
    cdef int k
    for k in range(a.shape[0]):
        a[k] = a[k] / 2


def callees(double[::1] x, double[::1] y):
    cdef double s
    with nogil, device({x: 'to', y: 'tofrom'}):
        clear(x)
        update({x: 'to'})
        step(x, y)
        update({y: 'from'})
        s = y[0]
        step(x, y)
    return s


def array(int n):
    cdef int i
    cdef double a[10]
    cdef double s
    for i in range(10):
        a[i] = i
    with nogil, device({a: 'tofrom'}):
        for i in prange(10, device={}):
            a[i] = a[i] + n
        update({a: 'from'})
        s = a[3]
        for i in prange(10, device={}):
            a[i] = a[i] + n
    return s, a[4]
