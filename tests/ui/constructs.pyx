# cython: bundscheck=False  #~ WARNING OFC0701
from cython.parallel import parallel, prange


def f(double[:] x, int n):
    cdef int i
    for i in prange(n, device={}, theads=4):  #~ ERROR OFC0520
        x[i] = 0
    for i in prange(n, nogil=True, schedule='fast'):  #~ ERROR OFC0520
        x[i] = 0
    with nogil, parallel(device={x: 'in'}):  #~ ERROR OFC0620
        for i in prange(n):
            x[i] = 0
    with nogil, parallel(device=x):  #~ ERROR OFC0520
        for i in prange(n):
            x[i] = 0
    with device:  #~ ERROR OFC0520
        pass
    with atomic():  #~ ERROR OFC0520
        x[0] = 1
    return prange  #~ ERROR OFC0520


cdef packed struct Tight:
    char tag
    double value


def updates(long double[:] x, long double complex[:] y, double complex[:] z, Tight[:] t):
    cdef int i
    for i in prange(3, nogil=True, device={}):
        with atomic():  #~ ERROR OFC0520
            x[0] += 1
        with atomic():  #~ ERROR OFC0520
            y[0] += 1
        with atomic():  #~ ERROR OFC0520
            z[0] *= 2
        with atomic():
            z[1] += 2
        with atomic():  #~ ERROR OFC0520
            t[0].value += 1


def g(device, x):
    # A name of one's own is not the construct.
    return device({x: 'to'})
