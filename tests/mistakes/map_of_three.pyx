from cython.parallel import prange, parallel

cdef void f(double *p, int n):
    cdef int i
    for i in prange(n, device={p: ('tofrom', n, 2)}, nogil=True):  #~ ERROR
        p[i] = 1
