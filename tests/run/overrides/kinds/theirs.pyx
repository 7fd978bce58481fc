# cython: language_level=3
# Cython makes this module.
"""Inherits from the classes of the program, and has some of its own."""


cdef class Circle(Shape):
    def __init__(self, radius=1.0):
        super().__init__("circle")
        self.radius = radius

    cdef double area(self) noexcept nogil:
        return 3 * self.radius * self.radius * self.scale

    cdef int maybe(self, int x) except? -1:
        if x == 5:
            raise IndexError("five in a circle")
        return 1000 + Shape.maybe(self, x)

    cdef double around(self, int turns) except? -1 nogil:
        if turns < 0:
            raise OverflowError("backwards")
        return turns * 6 * self.radius

    cdef object describe(self, object what, list more):
        return "circle", Shape.describe(self, what, more)

    cdef double between(self, double low, double high=11, double by=0.25) except? -1:
        return 100 + Shape.between(self, low, high, by)

    cpdef int added(self, int x, int y=21, z=4) except -1:
        return x * 100 + y * 10 + z

    cpdef title(self):
        return "circle " + str(self.radius)

    cpdef int counted(self, int x) noexcept:
        return x + 100


cdef class Tile(Square):
    cdef int corners(self, int more) noexcept:
        return 400 + Square.corners(self, more)

    cdef Shape other(self):
        return Circle(self.side)

    cdef void note(self, str what):
        Square.note(self, what)
        self.seen.append("tile")


cdef class Round:
    cdef int bend(self, int by) except -1:
        if by == 0:
            raise ZeroDivisionError("straight")
        self.bends += by
        return self.bends

    cdef void bend_all(self, object what):
        for by in what:
            self.bend(by)

    cpdef str shown(self, int depth):
        return "round " + str(depth)

    cdef double smooth(self, const double *x, int n) noexcept nogil:
        return x[0] + n

    cdef object turned(self, object by, int times=2, unit="turns"):
        return by, times, unit, self.bends

    cpdef list moved(self, int x, int y=5):
        return [x, y]


cdef class Rounder(Round):
    cdef int bend(self, int by) except -1:
        return Round.bend(self, 10 * by)

    cdef int unbend(self) noexcept:
        self.bends = 0
        return self.more

    cpdef str shown(self, int depth):
        return "rounder " + Round.shown(self, depth + 1)


def their_everything(Shape shape not None, double x):
    more = []
    described = shape.describe(x, more)
    shape.note("theirs")
    cdef Box box = shape.box()
    return (
        shape.area(), shape.checked(x), shape.maybe(4), described, more, shape.twice(x), shape.title(), shape.counted(8),
        box.area, box.corners, shape.other().area(), shape.fixed(), shape.half(), list(shape.seen),
    )


include "optional.pxi"


def their_failing(Shape shape, int which):
    if which == 0:
        return shape.checked(-1.0)
    if which == 1:
        return shape.maybe(5)
    if which == 2:
        return shape.maybe(2)
    shape.note(None)


def their_corners(Square square, int more):
    return square.corners(more), square.area(), square.twice(1.0)


def bent(Round one, what):
    cdef double[2] x = [4.5, 5.5]
    one.bend_all(what)
    return one.bends, one.shown(1), one.smooth(x, 2)


def turned(Round one):
    return one.turned(1), one.turned("a", 3), one.turned([], 4, None), one.moved(1), one.moved(2, 3)


def unbent(Rounder one):
    return one.unbend(), one.bends, one.bend(1)
