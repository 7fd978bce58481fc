# Functions that regions give to functions: themselves, or by pointers that are chosen before.

from cython.parallel import parallel, prange
from libc.math cimport cos, sqrt

ctypedef double (*function)(double) noexcept nogil


cdef double square(double x) noexcept nogil:
    return x * x


cdef double half(double x) noexcept nogil:
    return x / 2


cdef double integrate(function f, double a, double b) noexcept nogil:
    cdef int k
    cdef double total = 0
    for k in range(20):
        total += f(a + (b - a) * k / 20)
    return total * (b - a) / 20


cdef double twice(function f, double x) noexcept nogil:
    """Gives it to another one."""
    return integrate(f, 0, x) + f(x)


cdef double both(function f, function g, double x) noexcept nogil:
    return f(g(x)) - g(f(x)) if x > 1 else twice(g, x)


cdef int filled(function f, double[::1] out, Py_ssize_t i) except -1 nogil:
    """May fail."""
    if i > 50:
        raise ValueError("too many")
    out[i] += f(out[i])
    return 0


def named(double[::1] x, double[::1] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = integrate(square, 0, x[i]) + integrate(half, x[i], 1) + integrate(cos, 0, x[i])


def chosen(double[::1] x, double[::1] out, int which):
    cdef Py_ssize_t i
    cdef function f = square
    cdef function g = half if which > 1 else square
    if which == 1:
        f = half
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            out[i] = both(f, g, x[i]) + both(sqrt, half, x[i])
        for i in prange(x.shape[0]):
            filled(g, out, i)


def on_host(double x, int which):
    cdef function f = half if which == 1 else square
    return integrate(f, 0, x), twice(f, x), both(f, half, x)
