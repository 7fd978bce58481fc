from cython.parallel import prange

ctypedef double (*unary)(double) noexcept nogil

cdef double twice(double x) noexcept nogil:
    return 2 * x

def apply(double[:] x):
    cdef Py_ssize_t i
    cdef unary f = twice
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = f(x[i])  #~ ERROR
