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


def g(device, x):
    # A name of one's own is not the construct.
    return device({x: 'to'})
