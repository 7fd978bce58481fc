from cython.parallel import prange, parallel

def f(double[:] x):
    cdef int i
    with device({x: 'tofrom'}:  #~ ERROR
        for i in prange(x.shape[0], device={}, nogil=True):
            x[i] = 3
