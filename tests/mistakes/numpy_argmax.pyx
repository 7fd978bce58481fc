import numpy as np
from cython.parallel import prange

def best(double[:, :] x, long[:] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = np.asarray(x[i]).argmax()  #~ ERROR
