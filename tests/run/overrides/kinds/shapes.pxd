# Classes with C methods that other modules call and override.

cimport cython


cdef struct Box:
    int corners
    double area


cdef class Named:
    cdef public str name


cdef class Shape(Named):
    cdef public double scale
    cdef readonly list seen
    cdef double area(self) noexcept nogil
    cdef double checked(self, double x) except -1 nogil
    cdef int maybe(self, int x) except? -1
    cdef object describe(self, object what, list more)
    cdef void note(self, str what)
    cpdef double twice(self, double x)
    cpdef title(self)
    cpdef int counted(self, int x) noexcept
    cdef Box box(self) noexcept nogil
    cdef Shape other(self)
    cdef double between(self, double low, double high=*, double by=*) except? -1
    cdef object named(self, object what, list more=*, Shape of=*, object last=*)
    cpdef int added(self, int x, int y=*, z=*) except -1
    @cython.final
    cdef double fixed(self) noexcept nogil
    cdef inline double half(self) noexcept nogil:
        return self.area() / 2


cdef class Square(Shape):
    cdef public double side
    cdef double area(self) noexcept nogil
    cdef int corners(self, int more) noexcept
    cpdef double twice(self, double x)


cdef class Plain(Square):
    pass


@cython.final
cdef class Last(Square):
    cdef double late(self) noexcept nogil


cdef double measured(Shape shape, double x) except -1 nogil
