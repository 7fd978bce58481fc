def first(double[:, :] x):
    cdef double s = x[0]  #~ ERROR
    return s * s
