from libc.stdlib cimport sqrt  #~ ERROR
cdef double f(double x) nogil:
    return sqrt(x)
