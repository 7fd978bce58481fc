import math
from cython.parallel import prange

def norms(double[:, :] v, double[:] out):
    cdef Py_ssize_t i
    for i in prange(v.shape[0], nogil=True, device={}):
        out[i] = math.sqrt(v[i, 0] * v[i, 0] + v[i, 1] * v[i, 1])  #~ ERROR
