# Objects with memoryviews, of which other modules use what is beside them.

cdef class Shape:
    cdef double[:] x
    cdef public int n
    cdef double[:, :, ::1] cube
    cdef object label
    cdef double first(self) except? -1 nogil


cdef class Solid(Shape):
    cdef float density
    cdef double[:] more
    cdef list names
