# Methods in regions that subclasses override: the class of the object is known when the region begins.

from cython.parallel import parallel, prange


cdef class Curve:
    cdef double a
    cdef double[::1] table

    def __init__(self, double a, double[::1] table):
        self.a = a
        self.table = table

    cdef double at(self, double x) noexcept nogil:
        return self.a * x

    cdef double root(self, double x) except? -1 nogil:
        if x < 0:
            raise ValueError("expected a positive number")
        return x / 2

    cdef double both(self, double x, Py_ssize_t i) noexcept nogil:
        """Calls another method that is chosen."""
        return self.at(x) + i

    def values(self, double[::1] x, double[::1] y):
        cdef Py_ssize_t i
        for i in prange(x.shape[0], nogil=True, device={}):
            y[i] = self.at(x[i])

    def of_both(self, double[::1] x, double[::1] y):
        cdef Py_ssize_t i
        with nogil, parallel(device={}):
            for i in prange(x.shape[0]):
                y[i] = self.both(x[i], i)

    def roots(self, double[::1] x, double[::1] y):
        cdef Py_ssize_t i
        for i in prange(x.shape[0], nogil=True, device={}):
            y[i] = self.root(x[i])


cdef class Shifted(Curve):
    cdef double at(self, double x) noexcept nogil:
        return self.a * x + self.table[1]


cdef class Again(Shifted):
    """The method of the class between."""
    cdef double root(self, double x) except? -1 nogil:
        if x == 3:
            raise OverflowError("three")
        return x * x


cdef class Squared(Shifted):
    cdef double at(self, double x) noexcept nogil:
        return x * x - self.table[0]

    cdef double both(self, double x, Py_ssize_t i) noexcept nogil:
        return self.a


CLASSES = [Curve, Shifted, Again, Squared]


def sum_of(Curve one, Shifted other, double[::1] x):
    """Objects of functions, also of a class that is no base of the others."""
    cdef Py_ssize_t i
    cdef double sum = 0
    for i in prange(x.shape[0], nogil=True, device={}):
        sum += one.at(x[i]) * 2 - other.at(x[i])
    return sum
