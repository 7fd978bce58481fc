cdef bint is_inside(double *begin, char *p):
    return p >= begin  #~ ERROR
