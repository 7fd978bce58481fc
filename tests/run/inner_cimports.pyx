"""`cimport` inside of functions, and of other statements of the module."""
import sys

if sys.maxsize > 0:
    cimport cython
    from libc.math cimport sqrt
    if len(sys.argv) > 1000:
        from libc.math cimport fabs as absolute
else:
    from libc.math cimport floor

try:
    from libc.stdint cimport int64_t
except ImportError:
    pass


def uses(double x, int64_t n):
    return sqrt(x), absolute(-x), floor(x), cython.typeof(n)


def total(double[::1] x):
    from cython.parallel cimport prange
    cdef Py_ssize_t i
    cdef double sum = 0
    for i in prange(x.shape[0], nogil=True, device={}):
        sum += x[i]
    return sum


def under_other_names(int n):
    from cython.parallel cimport parallel as together, prange as each
    cdef int i, sum = 0
    with nogil, together():
        for i in each(n):
            sum += i
    return sum


def with_its_path(int n):
    cimport cython.parallel
    cdef int i, sum = 0
    for i in cython.parallel.prange(n, nogil=True):
        sum += i
    return sum


cdef int in_c(int n):
    if n > 0:
        from cython.parallel cimport threadid
    cdef int i, least = 1
    for i in prange(n, nogil=True):
        least &= threadid() >= 0
    return least


def in_turn(int n):
    return in_c(n)


class Python:
    def method(self, int n):
        from cython cimport typeof, sizeof

        def inner():
            return typeof(n), sizeof(n) >= 2
        return inner()


def imported(int n):
    from cython import typeof as kind
    return kind(n)
