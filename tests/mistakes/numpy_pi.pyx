import numpy as np
from cython.parallel import prange

def degrees(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] * 180.0 / np.pi  #~ ERROR
