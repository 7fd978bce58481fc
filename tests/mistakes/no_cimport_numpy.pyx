import numpy as np
from cython.parallel import prange

def scale(np.float64_t[:] x):  #~ ERROR
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = 2 * x[i]
