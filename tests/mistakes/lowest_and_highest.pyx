# cython: boundscheck=False
from cython.parallel import prange


def limits(double[::1] x):
    cdef int i
    cdef double low = 1e300, high = -1e300
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] < low:  #~ WARNING
            low = x[i]
        elif x[i] > high:
            high = x[i]
    return low, high
