cdef class Shape:
    cdef double size
