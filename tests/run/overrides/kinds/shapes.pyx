# cython: language_level=3
"""Classes with C methods, whose module is compiled by who compiles the program."""

cimport cython
from cython.parallel import prange


cdef class Named:
    def __init__(self, name="nameless"):
        self.name = name


cdef class Shape(Named):
    def __cinit__(self, *args, **kw):
        self.seen = []
        self.scale = 1.0
        self.note("made")

    cdef double area(self) noexcept nogil:
        return self.scale

    cdef double checked(self, double x) except -1 nogil:
        if x < 0:
            raise ValueError("negative")
        return self.area() * x

    cdef int maybe(self, int x) except? -1:
        if x == 5:
            raise KeyError(self.name)
        return x - 3

    cdef object describe(self, object what, list more):
        more.append(what)
        return "shape", self.name, what

    cdef void note(self, str what):
        if what is None:
            raise TypeError("no note")
        self.seen.append(what)

    cpdef double twice(self, double x):
        return 2 * x * self.scale

    cpdef title(self):
        return "shape " + self.name

    cpdef int counted(self, int x) noexcept:
        return x + 1

    cdef Box box(self) noexcept nogil:
        return Box(0, self.area())

    cdef Shape other(self):
        return Square(self.scale)

    cdef double between(self, double low, double high=10, double by=0.5) except? -1:
        if low > high:
            raise ValueError("low above high")
        return (low + high) * by * self.scale

    cdef object named(self, object what, list more=None, Shape of=None, object last="last"):
        return "shape", what, more, None if of is None else of.name, last

    cpdef int added(self, int x, int y=20, z=3) except -1:
        return x + y + z

    @cython.final
    cdef double fixed(self) noexcept nogil:
        return 7 * self.area()

    def by_python(self, double x):
        return self.area(), self.twice(x), self.title(), self.counted(3), self.fixed(), self.half()


cdef class Square(Shape):
    def __init__(self, side=2.0, name="square"):
        super().__init__(name)
        self.side = side

    cdef double area(self) noexcept nogil:
        return self.side * self.side * self.scale

    cdef int corners(self, int more) noexcept:
        return 4 + more

    cpdef double twice(self, double x):
        return Shape.twice(self, x) + self.side


cdef class Plain(Square):
    pass


@cython.final
cdef class Last(Square):
    cdef double late(self) noexcept nogil:
        return -self.area()


cdef class Hidden(Square):
    """That no other module can name."""
    cdef double side_2

    cdef double area(self) noexcept nogil:
        return 100 + Square.area(self)

    cdef int more(self) noexcept:
        return 11

    def own(self):
        return self.more(), self.area(), self.corners(1)


cdef class Hiding(Hidden):
    cdef int more(self) noexcept:
        return 12

    cdef int corners(self, int more) noexcept:
        return 40 + more


cdef double measured(Shape shape, double x) except -1 nogil:
    return shape.checked(x) + shape.box().area


def everything(Shape shape not None, double x):
    more = []
    described = shape.describe(x, more)
    shape.note("everything")
    box = shape.box()
    return (
        shape.area(), shape.checked(x), shape.maybe(4), described, more, shape.twice(x), shape.title(), shape.counted(8), box,
        shape.other().area(), shape.fixed(), shape.half(), list(shape.seen), measured(shape, x),
    )


def corners(Square square, int more):
    return square.corners(more), square.area(), square.twice(1.0)


include "optional.pxi"


def failing(Shape shape, int which):
    if which == 0:
        return shape.checked(-1.0)
    if which == 1:
        return shape.maybe(5)
    if which == 2:
        return shape.maybe(2)
    if which == 3:
        with nogil:
            x = shape.checked(-2.0)
        return x
    shape.note(None)


def in_parallel(Shape shape not None, int n):
    cdef int i
    cdef double total = 0
    for i in prange(n, nogil=True, num_threads=2):
        total += shape.area() + shape.checked(i) + shape.box().area
    return total


def hidden(bint more):
    return Hiding() if more else Hidden(3.0)
