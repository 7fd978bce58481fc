cdef double factor = 2
names = []
cdef class Thing:
    pass


cdef double scaled(double x) noexcept nogil:
    return x * factor + unmarked(x)  #~ ERROR OFC0506


cdef double unmarked(double x) noexcept nogil:
    return undefined  #~ ERROR OFC0101
