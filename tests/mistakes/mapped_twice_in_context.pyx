from cython.parallel import prange
def f(double[:] x):
    cdef int i
    with nogil, device({x: 'to', x: 'from'}):  #~ ERROR
        for i in prange(x.shape[0], device={}):
            x[i] += 1
