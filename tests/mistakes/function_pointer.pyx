from cython.parallel import prange

ctypedef double (*unary)(double) noexcept nogil

def apply(double[:] x, size_t address):
    cdef Py_ssize_t i
    cdef unary f = <unary>address
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = f(x[i])  #~ ERROR
