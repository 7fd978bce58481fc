# Powers with fractional exponents: real where they are, an error or Python's complex numbers where they are not.

cimport cython
from cython.parallel import prange


def root(double x):
    cdef double y = x ** 0.5
    return y


def general(double x, double p):
    cdef double y = 2 * x ** p
    return y


def as_object(double x, double p):
    return x ** p


def kept(double x):
    c = x ** 0.5
    return c


def of_int(int n):
    cdef double y = n ** 0.5
    return y


def whole(double x, int n):
    cdef double y = x ** 2.0 + x ** n
    return y


def in_place(double x):
    x **= 1.5
    return x


def sum_of(double x, double p):
    cdef double y
    y = x ** p + 1
    return y


@cython.cpow(False)
def not_as_c(double x, double p):
    cdef double y = x ** p
    return y


@cython.cpow(True)
def as_c(double x):
    return x ** 0.5


def roots(double[::1] x, double p):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = x[i] ** p
