from cython.parallel import prange
def f(double[:] x, int n):
    cdef double *p = &x[0]
    cdef int i
    for i in prange(n, device={p[:n]: 'both'}, nogil=True):  #~ ERROR
        p[i] = 2 * p[i]
