from libc.math cimport sqrt
cdef double sqrt(double x) nogil:  #~ ERROR
    return x
def f(double x):
    return sqrt(x)
