# C methods of extension types with fused types, and methods that are declared before their bodies.
import numpy as np

cimport cython
from cython cimport final, floating, freelist, integral
from cython.parallel import prange


cdef class Shape:
    cdef double scale
    cdef double area(self, double, int) noexcept nogil
    cpdef str who(self, int)

    cdef:
        int corners(self)

    def __init__(self, scale):
        self.scale = scale

    cdef floating scaled(self, floating x, integral by) noexcept nogil:
        if floating is float:
            return <floating> (x * self.scale + by)
        return <floating> (x * self.scale - by)

    cdef object first(self, floating[:] x):
        return cython.typeof(x), x[0]

    cdef double area(self, double x, int n) noexcept nogil:
        return x * n * self.scale

    cpdef str who(self, int x):
        return "shape %d" % x

    cdef int corners(self):
        return 4

    def check(self, double d, float f, long l, int i):
        return (self.scaled(d, l), self.scaled(f, i), self.scaled[float, long](d, i),
                self.scaled[cython.double, short](f, i), self.area(d, i), self.who(i))

    def on_device(self, double[::1] x, float[::1] y):
        cdef Py_ssize_t i
        for i in prange(x.shape[0], nogil=True, device={}):
            x[i] = self.scaled(x[i], <int> i)
            y[i] = self.scaled(y[i], <long> i)


cdef class Round(Shape):
    # Of fused types: those of the class that a variable is declared with are called.
    cdef floating scaled(self, floating x, integral by) noexcept nogil:
        return x + 100 * by

    cdef object first(self, floating[:] x):
        return "round", cython.typeof(x), x[0]

    cdef double area(self, double x, int n) noexcept nogil:
        return -x

    cpdef str who(self, int x):
        return "round %d" % x

    cdef int corners(self):
        return 0


@final
@freelist(8)
cdef class Last(Shape):
    @final
    cdef int corners(self):
        return 1


def last():
    cdef Last last = Last(1)
    return last.corners(), many(last, np.ones(1), np.ones(1, dtype=np.float32))


def many(Shape shape, double[:] x, float[:] y):
    cdef double total = 0
    cdef Py_ssize_t i
    with nogil:
        for i in range(x.shape[0]):
            total += shape.scaled(x[i], i) + shape.scaled(y[i], <int> i) + shape.area(x[i], 2)
    return total, shape.first(x), shape.first(y), shape.who(3), shape.corners()


def of_round(Round shape, double[:] x, float[:] y):
    return shape.first(x), shape.first(y), shape.scaled(x[1], 2), shape.scaled[float, int](x[1], 2)


def of_python(shape, x):
    return shape.scales[int], shape.scales[float](x)


cdef class Other:
    pass


ctypedef fused shape_or_other:
    Shape
    Other


ctypedef fused shape_or_round:
    Shape
    Round


cdef tuple of_either(shape_or_other it, Shape shape):
    return cython.typeof(it), shape.who(1)


cdef str of_heir(shape_or_round it):
    return cython.typeof(it)


def by_class(Shape shape, Round round, Last last, Other other):
    return of_either(shape, round), of_either(last, last), of_either(other, last), of_heir(shape), of_heir(round)


ctypedef fused any_class:
    object
    Other
    Round
    Shape
    list


def by_dispatch(any_class it, Shape shape=None):
    return cython.typeof(it)


def by_heir(shape_or_round it):
    return cython.typeof(it)
