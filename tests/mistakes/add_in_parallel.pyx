from cython.parallel import prange, parallel

def f(double[::1] x):
    cdef int k = 0
    with nogil, parallel():
        k = k + 1
    return k  #~ ERROR
