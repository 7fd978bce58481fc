from math import sqrt
from cython.parallel import prange

def roots(double[:] x, double[:] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = sqrt(x[i])  #~ ERROR
