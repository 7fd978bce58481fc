# cython: language_level=3
"""Classes that inherit C methods from other modules, and override them. One of the modules is always Cython's."""

cimport cython
from kinds cimport shapes
from kinds.shapes cimport Box, Last, Plain, Shape, Square, measured
from kinds.theirs cimport Circle, Round, Rounder, Tile


cdef class Cube(Square):
    """Of a class whose module is compiled as this one."""
    cdef double height

    def __init__(self, side, height):
        shapes.Square.__init__(self, side, "cube")
        self.height = height

    cdef double area(self) noexcept nogil:
        return 2 * Square.area(self) + self.height

    cdef double checked(self, double x) except -1 nogil:
        if x > 50:
            raise OverflowError("too far")
        return Shape.checked(self, x) + 0.5

    cdef int corners(self, int more) noexcept:
        return 8 + more

    cpdef title(self):
        return "cube of " + Square.title(self)

    cpdef int counted(self, int x) noexcept:
        return -x

    cdef Box box(self) noexcept nogil:
        return Box(8, self.height)

    cdef double between(self, double low, double high=12, double by=0.125) except? -1:
        if high == 7:
            raise LookupError("seven")
        return low + high + by

    cdef object named(self, object what, list more=[], Shape of=None, object last="cube"):
        return "cube", what, more, of is None, last

    cpdef int added(self, int x, int y=22, z=5) except -1:
        return x + 2 * y + 3 * z

    cdef int only_here(self):
        return 77

    def here(self):
        return self.only_here(), self.area(), self.twice(2.0), self.title(), self.corners(2)


cdef class Cubes(Cube):
    cdef int only_here(self):
        return 78

    cdef int corners(self, int more) noexcept:
        return 80 + Cube.corners(self, more)


cdef class Disc(Circle):
    """Three modules."""
    cdef double area(self) noexcept nogil:
        return Circle.area(self) / 4 + Shape.area(self)

    cdef double around(self, int turns) except? -1 nogil:
        return 1 + Circle.around(self, turns)

    cdef void note(self, str what):
        self.seen.append((what, "disc"))

    cpdef double twice(self, double x):
        return 1000 * x + Circle.twice(self, x)


cdef class Same(Tile):
    pass


cdef class Ring(Rounder):
    cdef int bend(self, int by) except -1:
        if by == 9:
            raise ValueError("broken")
        return Rounder.bend(self, by) + self.other_bend()

    cdef int other_bend(self) noexcept:
        return 0

    cdef object turned(self, object by, int times=7, unit="rings"):
        return "ring", by, times, unit

    cpdef list moved(self, int x, int y=6):
        return [y, x]

    cpdef str shown(self, int depth):
        return "ring " + Rounder.shown(self, depth)

    cdef double smooth(self, const double *x, int n) noexcept nogil:
        return x[n - 1] + Round.smooth(self, x, n)


cdef class Rings(Ring):
    cdef int other_bend(self) noexcept:
        return 5


def called(Shape shape not None, double x):
    more = []
    described = shape.describe(x, more)
    shape.note("called")
    cdef Box box = shape.box()
    return (
        shape.area(), shape.checked(x), shape.maybe(4), described, more, shape.twice(x), shape.title(), shape.counted(x=8),
        box.area, box.corners, shape.other().area(), shape.fixed(), shape.half(), list(shape.seen), measured(shape, x),
    )


include "kinds/optional.pxi"


def called_failing(Shape shape, int which):
    if which == 0:
        return shape.checked(-1.0)
    if which == 1:
        return shape.maybe(5)
    if which == 2:
        return shape.maybe(2)
    if which == 3:
        with nogil:
            x = measured(shape, -2.0)
        return x
    shape.note(None)


def circled(Circle circle, int turns):
    return circle.around(turns), circle.area(), circle.title()


def cornered(Square square, int more):
    return square.corners(more), square.side


def rounded(Rounder one, int by):
    return one.bend(by), one.unbend(), one.shown(3)


def all_turned(Round one):
    return one.turned(1), one.turned("a", 3), one.turned([], 4, unit="b"), one.moved(1), one.moved(2, 3)


def ring_turned(Ring one):
    return one.turned(1), one.turned("a", 3), one.turned([], 4, unit="b"), one.moved(1), one.moved(2, 3)


def last(Last one):
    return one.area(), one.fixed(), one.late()


def classes():
    return {
        "shape": Shape, "square": Square, "plain": Plain, "last": Last, "cube": lambda: Cube(2.0, 3.0),
        "cubes": lambda: Cubes(3.0, 1.0), "circle": lambda: Circle(2.0), "disc": lambda: Disc(4.0), "tile": Tile, "same": Same,
    }


def rounds():
    return {"round": Round, "rounder": Rounder, "ring": Ring, "rings": Rings}


def here(Cube cube):
    return cube.here(), cube.only_here()


@cython.final
cdef class Slab(Square):
    """Its own module calls C methods that another module defines, with some of their arguments."""

    def all(self, double x):
        return (
            self.between(x), self.between(x, 20), self.between(x, 20, 2), self.named(x), self.named(x, [1]),
            self.named(x, [], self, "z"), self.added(1), self.added(1, 2), self.added(1, 2, 3), self.half(),
        )


cdef class Slabs(Square):
    def all(self, double x):
        return self.between(x), self.named(x, [2]), self.added(3), self.half()


def slabs(x):
    cdef Slab slab = Slab(3, "slab")
    cdef Slabs slabs = Slabs(4, "slabs")
    return slab.all(x), slabs.all(x), slab.between(x, high=x), slabs.added(1, y=9)
