# cython: language_level=3, boundscheck=False
# Cython makes this module.
import numpy as np


cdef class Plain:
    pass


cdef class Metric(Plain):
    def __init__(self, double scale=1.0):
        self.scale = scale
        self.number = 7
        self.matrix = np.zeros((2, 3))
        self.seen = []

    cdef double dist(self, const double *x, const double *y, Py_ssize_t n) except -1 nogil:
        cdef double total = 0
        cdef Py_ssize_t i
        if n == 0:
            raise ValueError("nothing to compare")
        for i in range(n):
            total += abs(x[i] - y[i]) * self.scale
        return total

    cdef int optional(self, int x, int y=3) except -1:
        return x + y

    cdef double[:] row(self, double[:, :] x, int at):
        return x[at]

    cdef void note(self, object what):
        if what is None:
            raise TypeError("noted nothing")
        self.seen.append(what)

    cpdef object describe(self, int depth):
        return "metric", depth, self.scale

    cdef Pair pair(self, int first) noexcept nogil:
        return Pair(first, first * self.scale)


cdef class Bent(Metric):
    def __init__(self, double scale=1.0, double power=2.0):
        super().__init__(scale)
        self.power = power

    cdef double dist(self, const double *x, const double *y, Py_ssize_t n) except -1 nogil:
        cdef double total = 0
        cdef Py_ssize_t i
        for i in range(n):
            total += self.bend(x[i] - y[i])
        return total

    cdef double bend(self, double x) except? -1 nogil:
        if x > 100:
            raise OverflowError("bent too far")
        return self.scale * x * x * self.power

    cdef Metric other(self):
        return Metric(self.power)


class Described(Metric):
    def describe(self, depth):
        return "described", depth
