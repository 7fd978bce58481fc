from cython.parallel import parallel, prange
from libc.stdlib cimport calloc, free
def f(double[::1] x, double[::1] total):
    cdef Py_ssize_t i, k
    cdef double *mine
    with nogil, parallel(device={}):
        mine = <double *>calloc(3, sizeof(double))  #~ ERROR
        for i in prange(x.shape[0]):
            mine[i % 3] += x[i] * total[i % 3]
        with gil:
            for k in range(3):
                total[k] += mine[k]
        free(mine)
