import numpy as np
from cython.parallel import prange

def halves(int[:] counts, double[:] out):
    cdef Py_ssize_t i
    for i in prange(counts.shape[0], nogil=True, device={}):
        out[i] = np.float64(counts[i]) / 2.0  #~ ERROR
