from cython.parallel import prange
def f(double[:] x, double[:] y):
    cdef int i
    cdef double s = 0
    for i in prange(x.shape[0], nogil=True, device={}):
        s += x[i]
        y[i] = s  #~ ERROR
        if s > 3:
            y[i] = s * 2
