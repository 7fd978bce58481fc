# Powers that become C numbers at once are C's, unless `cpow` is given.

cimport cython
from cython.parallel import prange


def root(double x):
    cdef double y = x ** 0.5
    return y


def floats(float x, float p):
    cdef float y = x ** p
    return y


cdef double power(double x, double p):
    return x ** p


def given(double x, double p):
    """What a function returns or takes is converted at once."""
    return power(x, p), power(x ** p, 1)


def in_places(double[::1] x, double p):
    x[0] = x[0] ** p
    x[1] = 1 if x[1] > 100 else x[1] ** p
    return x[0], x[1]


cdef double fill(double x, double p) noexcept:
    cdef double[2] y
    y[0] = x ** p
    y[1] = 0
    y[1] += 1 + 2 * y[0]
    return y[1]


def filled(double x, double p):
    return fill(x, p)


def of_ints(int a, int b, unsigned char c, unsigned long d):
    cdef int n = a ** b
    cdef Py_ssize_t m = a ** b
    cdef long k = 2 ** c - 1
    n **= b
    return n, m, k, a ** b, a ** c, c ** b, c ** d, 2 ** c, (-2) ** c


@cython.cpow(True)
def as_c(double x, double p, int a, int b):
    cdef int n = a ** b
    return x ** p, n, a ** b


def roots(double[::1] x, double p):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] ** p


def exponents(long[::1] x, int base):
    cdef Py_ssize_t i
    cdef int n
    for i in prange(x.shape[0], nogil=True, device={}):
        n = x[i]
        x[i] = base ** n
