import numpy as np
from cython.parallel import prange

def wave(double[:] x, double[:] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = np.sin(x[i]) * 2.0  #~ ERROR
