import numpy as np
from cython.parallel import prange

def squares(double[:] x):
    cdef Py_ssize_t i
    result = np.empty(x.shape[0])
    for i in prange(x.shape[0], nogil=True, device={}):
        result[i] = x[i] * x[i]  #~ ERROR
    return result
