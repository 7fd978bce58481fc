cdef class Kept:
    cdef int field
    cdef int same(self, int x, int y=*) nogil
    cpdef int python(self)
    cdef int c(self)
    cdef int optional(self, int x, int y=*)
    cdef int given(self, int x, int y)


cdef class Heir(Kept):
    cdef int own(self)
