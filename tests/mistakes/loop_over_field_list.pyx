cdef class P:
    cdef list items
    cdef double total(self) nogil:
        cdef double s = 0
        for v in self.items:  #~ ERROR
            s += v
        return s
