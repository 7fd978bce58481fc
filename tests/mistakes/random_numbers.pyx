import numpy as np
from cython.parallel import prange

def noise(double[:] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] += np.random.rand()  #~ ERROR
