cdef int nowhere(int x)  #~ ERROR OFC0105
cdef double same(double)
cdef double loud(double x) noexcept
cdef int counter
cdef struct Pair:
    int first
cdef class Promised:  #~ ERROR OFC0105
    cdef int x
cdef class Kept:
    cdef int x
    cdef int next(self)
