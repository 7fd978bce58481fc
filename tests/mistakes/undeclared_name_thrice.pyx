from cython.parallel import prange
def f(double[:] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] * scale + scale  #~ ERROR
