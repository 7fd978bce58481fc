# cython: boundscheck=False, wraparound=False
from cython.parallel import parallel, prange
from offcy.parallel import device, update


def scale(double[::1] x, double by):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] * by


def fails(double[::1] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] < 0:
            raise ValueError("negative")
        x[i] = x[i] + 1


def kept(double[::1] x, int rounds):
    cdef int i, k
    with nogil, device({x: 'tofrom'}):
        for k in range(rounds):
            for i in prange(x.shape[0], device={}):
                x[i] = x[i] + k
        update({x: 'from'})


def elsewhere(double[::1] x, int number):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}, device_num=number):
        x[i] = x[i] + 1
