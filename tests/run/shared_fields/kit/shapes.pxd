# Objects with memoryviews that other modules read and set.

cdef class Shape:
    cdef readonly int before
    cdef double[:] x
    cdef public double[:, ::1] grid
    cdef object label
    cdef public int n
    cdef double first(self) except? -1 nogil


cdef class Solid(Shape):
    cdef public const float[::1] weights
    cdef double density


cdef class Bare:
    cdef Py_ssize_t[::1] places
