from cython.parallel import prange

def f(double[:] x, items):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        if items:  #~ ERROR
            x[i] = 0
        for v in items:
            x[i] += v
