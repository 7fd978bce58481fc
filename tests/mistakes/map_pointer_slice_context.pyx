from cython.parallel import prange, device
def f(double[:] x, int n):
    cdef double *p = &x[0]
    cdef int i
    with device({p[:n]: 'tx'}):  #~ ERROR
        for i in prange(n, device=True, nogil=True):
            p[i] = 2 * p[i]
