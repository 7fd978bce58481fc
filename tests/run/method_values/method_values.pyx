# cython: language_level=3
# C methods of objects as values: those that objects have now.
from shapes cimport Shape, measure_t

ctypedef double (*scale_t)(Shape, double) noexcept nogil
ctypedef object (*named_t)(Shape, object)
ctypedef object (*method_t)(object, object)
ctypedef object (*wake_t)(Loop, object)


cdef class Third(Shape):
    cdef double area(self):
        return self.side * self.side / 3

    cdef double scaled(self, double by) noexcept nogil:
        return self.side * by / 3


cdef class Loop:
    """As uvloop's: methods that other modules may override are handed to what calls them later."""
    def __init__(self):
        self.log = []

    cdef on_wake(self, x):
        self.log.append(x)
        return len(self.log)


cdef class Louder(Loop):
    cdef on_wake(self, x):
        self.log.append((x, "!"))
        return -len(self.log)


cdef called(method_t method, of, x):
    return method(of, x)


def third(side):
    return Third(side)


def of_other_module(Shape shape):
    cdef measure_t area = shape.area
    cdef scale_t scaled = shape.scaled
    cdef double s = 0
    with nogil:
        s = scaled(shape, 2)
    cdef named_t other = shape.named
    return area(shape), s, other(shape, "a")


def own(bint is_loud):
    cdef Loop loop = Louder() if is_loud else Loop()
    cdef wake_t wake = loop.on_wake
    return called(<method_t>loop.on_wake, loop, 1), wake(loop, 2), loop.log
