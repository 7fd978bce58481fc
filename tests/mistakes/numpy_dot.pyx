import numpy as np
from cython.parallel import prange

def project(double[:, :] x, double[:] w, double[:] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = np.dot(x[i], w)  #~ ERROR
