# cython: nonecheck=True
# Variables of extension types that only calls of the type give a value are never `None`; others may be.


cdef class Point:
    cdef public int x
    cdef public Point other

    def __init__(self, x=0):
        self.x = x


def made(n):
    cdef Point point = Point(n)
    cdef int i
    for i in range(3):
        point.x += i
        if i == 1:
            point = Point(point.x)
    point.other = Point(7)
    return point.x, point.other.x


def maybe_unbound(bint is_made):
    cdef Point point
    if is_made:
        point = Point(1)
    point.x += 1
    return point.x


def also_given(given):
    cdef Point point = Point()
    point.x = 2
    point = given
    return point.x


def iterated(points):
    cdef Point point = Point()
    for point in points:
        pass
    return point.x


def entered(manager):
    cdef Point point = Point()
    with manager as point:
        pass
    return point.x


def unpacked(pair):
    cdef Point point = Point()
    point, n = pair
    return point.x


def parameter(Point point=None, bint is_made=False):
    if is_made:
        point = Point(3)
    return point.x


def of_a_choice(bint is_made):
    cdef Point point = Point(5) if is_made else None
    return point.x


def in_a_generator(n):
    def inner():
        cdef Point point = Point(n)
        yield point.x
        point.x += 1
        yield point.x
    return list(inner())
