from plane cimport Point

cdef double area(Point a, Point b) noexcept nogil
cdef int scaled(int) noexcept
cdef int factor

cdef class Walk:
    cdef Point where
    cdef public int steps
    cdef double step(self, double x) except -1
