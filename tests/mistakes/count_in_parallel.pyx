from cython.parallel import prange, parallel

def f(double[::1] x):
    cdef int n = 0
    with nogil, parallel():
        n += 1  #~ ERROR
    return n
