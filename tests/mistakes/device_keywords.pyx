from cython.parallel import prange

def f(double[:] x, double[:] y):
    cdef int i
    with nogil, device(x='to', y='from'):  #~ ERROR
        for i in prange(x.shape[0], device={}):
            y[i] = x[i]
