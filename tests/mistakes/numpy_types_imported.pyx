import numpy as np
def f(np.ndarray[np.float64_t, ndim=1] x):  #~ ERROR
    cdef np.float64_t s = 0
    return x[0] + s
