from kinds.shapes cimport Box, Shape, Square


cdef class Circle(Shape):
    cdef public double radius
    cdef double area(self) noexcept nogil
    cdef double around(self, int turns) except? -1 nogil
    cpdef title(self)


cdef class Tile(Square):
    cdef int corners(self, int more) noexcept
    cdef Shape other(self)


cdef class Round:
    cdef public int bends
    cdef int bend(self, int by) except -1
    cdef void bend_all(self, object what)
    cpdef str shown(self, int depth)
    cdef double smooth(self, const double *x, int n) noexcept nogil
    cdef object turned(self, object by, int times=*, unit=*)
    cpdef list moved(self, int x, int y=*)


cdef class Rounder(Round):
    cdef public int more
    cdef int bend(self, int by) except -1
    cdef int unbend(self) noexcept
