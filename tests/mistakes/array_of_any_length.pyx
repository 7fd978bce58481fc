def summed(int n):
    cdef double[n] scratch  #~ ERROR
    scratch[0] = 1
    return scratch[0]
