def scaled(double[:] x):
    cdef int i
    for i in range(x.shape[0]):
        x[i] = x[i] * 1.5f  #~ ERROR
