def f(double[::1] x):
    cdef double* p = x  #~ ERROR
    return p[0]
