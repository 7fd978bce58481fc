from cython.parallel import prange
from libc.math cimport sqrt


def f(double[:, :] x, double[:] y):
    cdef int i, k
    cdef double d, s = 0, p = 1, low = 1e300
    for i in prange(x.shape[0], nogil=True):
        d = 0.0
        for k in range(x.shape[1]):
            d += x[i, k]
        y[i] = sqrt(d)  #~ ERROR OFC0521
        s += d
        p += 1
        s += p  #~ ERROR OFC0521
        p *= 2  #~ ERROR OFC0522
        low = min(low, d)  #~ ERROR OFC0521
    return s, low
