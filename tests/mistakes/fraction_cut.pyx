def middle(double[::1] x):
    cdef int n = x.shape[0] / 2  #~ ERROR
    return x[n]
