cimport cython
from libc.math cimport sqrt

ctypedef fused real:
    float
    double

cdef enum:
    COLOURS = 3
    LAST = COLOURS

cdef enum kind:
    RED
    GREEN = 5
    BLUE

cdef struct Point:
    double x
    double y

cdef inline Point at(double x, double y) noexcept nogil:
    cdef Point p
    p.x = x
    p.y = y
    return p

cdef inline Point origin() noexcept nogil:
    return at(0, 0)

cdef inline double distance(Point a, Point b) noexcept nogil:
    return sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2)

cdef inline double length(Point p) noexcept nogil:
    return distance(p, origin())

@cython.cdivision(True)
cdef inline real half(real x) noexcept nogil:
    return x / 2

cdef inline int mixed(kind k, int i) noexcept nogil:
    return <int>k * 10 + i
