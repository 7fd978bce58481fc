from cython.parallel import prange
def f(double[:] x, tuple t):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        a, b = t  #~ ERROR
        x[i] = a + b
