from cython.parallel import parallel, prange
from libc.stdlib cimport free, malloc
def f(double[::1] x, double[::1] out):
    cdef Py_ssize_t i, k
    cdef double *p
    with nogil, parallel(device={}):
        p = <double *>malloc(3 * sizeof(double))  #~ ERROR
        for k in range(3):
            p[k] = 0
        for i in prange(x.shape[0]):
            p[i % 3] += x[i]
        for k in range(3):
            out[k] = p[k]
        free(p)
