cdef double first(double *p):
    cdef double x = *p  #~ ERROR
    return x
