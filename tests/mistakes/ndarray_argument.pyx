cimport numpy as np
from cython.parallel import prange

def double_it(np.ndarray x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = 2 * x[i]  #~ ERROR
