# These two cimport one another.
from . cimport round_things
from .round_things cimport Name

cdef struct Box:
    double sides[3]
    Name name_of_nobody

cdef inline Box of(double a, double b, double c) noexcept nogil:
    cdef Box box
    box.sides[0] = a
    box.sides[1] = b
    box.sides[2] = c
    box.name_of_nobody = 0
    return box

cdef inline double volume(Box box) noexcept nogil:
    return box.sides[0] * box.sides[1] * box.sides[2]
