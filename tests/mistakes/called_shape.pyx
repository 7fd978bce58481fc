def rows(double[:, :] x):
    cdef int n = x.shape(0)  #~ ERROR
    return n
