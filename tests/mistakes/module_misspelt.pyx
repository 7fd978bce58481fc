cimport numpyy as np  #~ ERROR
def f(np.ndarray[np.double_t, ndim=1] x):
    cdef np.double_t s = 2
    return x[0] + s
