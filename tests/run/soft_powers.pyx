"""Powers of C numbers that may be complex: what variables of them are, and what functions without the GIL make of them."""

cimport cython


cdef double halved(double x) noexcept nogil:
    return x / 2


def of_variable(double a, double b):
    c = a ** b
    return cython.typeof(c), c


def with_real(double a, double b, bint real):
    if real:
        c = a ** 2
    else:
        c = a ** b
    c -= 1
    return cython.typeof(c), c


def whole_exponents(double a):
    c = a ** -2.0
    d = a ** 3.0
    return cython.typeof(c), cython.typeof(d), c, d


def with_others(double a, double b, other):
    c = a ** b
    if other is not None:
        c = other
    return cython.typeof(c), c


def as_double(double a, double b):
    c = a ** b
    cdef double d = c
    cdef double complex e = c
    return d, e


def without_gil(double a, double b):
    c = a ** b
    with nogil:
        d = halved(c)
        halved(c)
    return d
