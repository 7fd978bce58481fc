cdef class Shape:
    cdef public double side
    cdef double area(self)
    cdef double scaled(self, double by) noexcept nogil
    cdef object named(self, prefix)


ctypedef double (*measure_t)(Shape) except *
