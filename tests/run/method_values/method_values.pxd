cdef class Loop:
    cdef list log
    cdef on_wake(self, x)
