from cython.parallel import prange, parallel

def f(double[:] x):
    cdef int i
    while prange(3):  #~ ERROR
        x[0] = 1
