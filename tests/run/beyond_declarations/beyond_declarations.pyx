"""Functions with optional arguments that their declaration in the .pxd does not have, axes that memoryviews do not have, Python's functions by other
names, which Cython finds in any module, and variables named as members of another module's class."""
from libc.math cimport abs as magnitude, fabs, len as length
from sources cimport absolute, pair
cimport sources
from holder cimport Holder


cpdef double scaled(double x, int twice=False):
    return x * (2 if twice else 1)


cdef int added(int a, int b=3, int c=4):
    return a + b + c


cdef int constant(int plus=1):
    return 10 + plus


def wider(double x):
    return scaled(x), scaled(x, True), added(1), added(1, 2), added(1, 2, 3), constant(), constant(5)


cdef double nogil_magnitude(double x) noexcept nogil:
    return magnitude(x) + absolute(x) + sources.absolute(x) + pair(x)


def magnitudes(x, int n, double y):
    return magnitude(x), magnitude(n), magnitude(y), nogil_magnitude(y), fabs(y), length([x, n])


def as_values():
    return absolute(-2 + 0j), list(map(magnitude, [-1, 2.5]))


def beyond_axes(double[:, ::1] x):
    return x.shape[1], x.shape[2], x.strides[7]


def named_as_members(Holder holder):
    """Variables that are declared after members of the same name are used."""
    cdef int count = holder._count
    cdef int _count = holder.count
    cdef int sum = 0
    for _count in range(holder._count):
        sum += _count
    return count, _count, sum


def held(values):
    return Holder(values)
