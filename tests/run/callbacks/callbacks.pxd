ctypedef int (*callback)(int)
ctypedef double (*freely)(double) nogil
ctypedef int plain(int)

cdef int shared(int x)
cdef double root(double x) nogil

cdef struct Calls:
    int (*own)(int)
    callback named

cdef class Holder:
    cdef callback kept
    cdef int method(self, int x)
