from cython.parallel import prange
def f(const double[:] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = 0  #~ ERROR
        x[i] += 1
