# What `cython.ufunc` is given, and what is none of NumPy's types.
cimport cython

cdef struct Point:
    double x

@cython.ufunc
cdef bint truth(double x):  #~ ERROR OFC0205
    return x > 0

@cython.ufunc
cdef double of_view(double[:] x):  #~ ERROR OFC0205
    return x[0]

@cython.ufunc
cdef double of_list(list x):  #~ ERROR OFC0205
    return x[0]

@cython.ufunc
cdef Point point(double x):  #~ ERROR OFC0205
    return Point(x)

@cython.ufunc
cdef double nothing():  #~ ERROR OFC0205
    return 1

@cython.ufunc
cdef void told(double x):  #~ ERROR OFC0205
    pass

@cython.ufunc
cdef double optional(double x, double y=1):  #~ ERROR OFC0205
    return x

@cython.ufunc
cpdef double shared(double x):  #~ ERROR OFC0205
    return x

@cython.ufunc  #~ ERROR OFC0205
def python(x):
    return x

cdef class Holder:
    @cython.ufunc
    cdef double method(self, double x):  #~ ERROR OFC0205
        return x
