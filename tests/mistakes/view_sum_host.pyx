def add(double[:] x, double[:] y):
    cdef double[:] z = x + y  #~ ERROR
    return z
