from cython.parallel import prange, parallel

cdef void f(double *p, int n):
    cdef int i
    for i in prange(n, device={p: (n, 'tofrom')}, nogil=True):  #~ ERROR
        p[i] = 1
