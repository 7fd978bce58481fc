from cython.parallel import prange

cdef union bits:
    double value
    long number

def exponents(double[:] x, long[:] out):
    cdef Py_ssize_t i
    cdef bits b
    for i in prange(x.shape[0], nogil=True, device={}):
        b.value = x[i]  #~ ERROR
        out[i] = b.number >> 52
