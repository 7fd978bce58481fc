# Methods of fused types that Python calls.
cimport cython

ctypedef fused number:
    short
    double

cdef class Scale:
    cdef double factor

    def __init__(self, factor):
        self.factor = factor

    def times(self, cython.floating x, y=2):
        """Scaled."""
        return cython.typeof(x), x * self.factor, y

    def of_view(self, cython.floating[:] x, number n, *rest, **named):
        return cython.typeof(x), cython.typeof(n), x[0] * n * self.factor, rest, named

    cpdef kept(self, cython.floating x):
        return 'Scale', cython.typeof(x), x

    cpdef cython.floating twice(self, cython.floating x, int n=2):
        return x * n

    @staticmethod
    def plain(cython.integral x, *, int z=3):
        return cython.typeof(x), x, z

    @classmethod
    def of_class(cls, cython.integral x):
        return cls.__name__, cython.typeof(x), x


cdef class Other(Scale):
    other = 5

    def times(self, cython.floating x, y=2):
        return 'other', super().times(x, y)

    cpdef kept(self, cython.floating x):
        return 'Other', cython.typeof(x), x


@cython.final
cdef class Closed:
    cpdef kept(self, cython.floating x):
        return 'Closed', cython.typeof(x), x


def in_c(Scale a, float x, double y):
    return a.kept(x), a.kept(y), a.kept[float](1), a.twice(x), a.twice(y, 3), a.times(y)

def in_closed(Closed a, float x, double y):
    return a.kept(x), a.kept(y)

def of_module(self, cython.integral x, y=1):
    return cython.typeof(x), x, y
