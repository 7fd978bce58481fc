import numpy as np
from cython.parallel import prange

def clip(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = np.where(x[i] > 0, x[i], 0)  #~ ERROR
