from cython.parallel import prange
def f(double[:] x, double[:] y, int[:] order, int n):
    cdef double *p = &x[0]
    cdef int i
    for i in prange(n, device={p: 'tofrom'}, nogil=True):  #~ ERROR
        y[i] = 2 * p[order[i]]
