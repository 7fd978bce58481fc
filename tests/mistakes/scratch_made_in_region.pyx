import numpy as np
from cython.parallel import prange

def smooth(double[:, :] x, double[:] out):
    cdef Py_ssize_t i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        buf = np.zeros(8)  #~ ERROR
        for j in range(8):
            buf[j] = x[i, j] * 0.5
        out[i] = buf[0] + buf[7]
