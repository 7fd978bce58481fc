# Classes that the module's .pxd declares for others.
cdef class Kept:
    cdef int more  #~ ERROR OFC0105

    cdef int same(self, int x, int y=2) nogil:
        return x

    cdef int python(self):  #~ ERROR OFC0105
        return 1

    cpdef int c(self):  #~ ERROR OFC0105
        return 1

    cdef int optional(self, int x, int y):  #~ ERROR OFC0105
        return x

    cdef int given(self, int x, int y=3):  #~ ERROR OFC0105
        return x

    cdef int added(self):  #~ ERROR OFC0105
        return 1


cdef class Heir(Kept):
    cdef int own(self):
        return 1

    cdef int same(self, int x, int y=4) nogil:
        return y

    cdef int other(self):  #~ ERROR OFC0105
        return 1


cdef class Hidden(Heir):
    cdef int other_field

    cdef int any(self):
        return self.own()
