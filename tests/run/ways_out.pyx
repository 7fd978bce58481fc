"""Every way out of contexts, loops and blocks without the GIL."""
from cython.parallel import parallel, prange


def leave(double[::1] x, int how):
    cdef int i, k
    for k in range(3):
        with nogil, device({x: 'tofrom'}):
            for i in prange(x.shape[0], device={}):
                x[i] = x[i] + 1
            if how == 1:
                break
            if how == 2:
                continue
            if how == 3:
                with gil:
                    return "early"
            if how == 4:
                with gil:
                    raise ValueError("four")
    else:
        return "whole"
    return "broken"


def nested(double[::1] x, double[::1] y):
    with device({x: 'to'}):
        with device({y: 'from'}):
            if x.shape[0] == 0:
                return 0
            with nogil:
                for i in prange(x.shape[0], device={}):
                    y[i] = x[i]
        return 1


cdef double total(double[::1] x) nogil:
    cdef double s = 0
    cdef int i
    for i in range(x.shape[0] + 1):
        if i == 2:
            continue
        s += x[i]
    return s


cdef double quiet(double[::1] x, long i) noexcept nogil:
    return x[i]


def host(double[::1] x, long n):
    cdef double s = 0, last = 0
    cdef long i, j
    with nogil, parallel(num_threads=2):
        for i in prange(n, schedule='static', chunksize=4):
            if x[i] < 0:
                continue
            for j in range(i):
                s += x[j]
            last = x[i]
    return s, last, i


def calls(double[::1] x, long i):
    return total(x), quiet(x, i)


def waits(object items):
    cdef int n = 0
    for item in items:
        while n < 10:
            n += item
            if n == 7:
                break
        else:
            continue
        return item
    return n
