from libc.math cimport sqrt
cdef double sqrt = 3  #~ ERROR
