import numpy as np
from cython.parallel import prange

def run(double[:, :] x):
    cdef Py_ssize_t i
    n, m = np.shape(x)
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i, m - 1] = 0  #~ ERROR
