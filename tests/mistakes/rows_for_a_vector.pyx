def f(double[:, :] x):
    cdef double[:] y = x  #~ ERROR
    return y[0]
