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


# Functions that may raise, by pointers that say so.
ctypedef double (*reporting)(double) except? -1 nogil
ctypedef int (*certain)(double *) except -1 nogil
ctypedef void (*always)(double *) except * nogil


cdef double root(double x) except? -1 nogil:
    if x < 0:
        raise ValueError("expected a positive number")
    return sqrt(x) - 2


cdef int scaled(double *x) except -1 nogil:
    if x[0] > 1000:
        raise OverflowError("too large")
    x[0] *= 3
    return 0


cdef void raised_by_one(double *x) except * nogil:
    if x[0] == 12:
        raise ValueError("twelve")
    x[0] += 1


cdef double applied(reporting f, double x) except? -1 nogil:
    return f(x) + f(x + 1)


cdef int all_of(certain f, always g, double *x) except -1 nogil:
    f(x)
    g(x)
    f(x)
    g(x)
    return 0


def reported(double[::1] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = applied(root, x[i])


def reported_by_all(double[::1] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        all_of(scaled, raised_by_one, &x[i])
