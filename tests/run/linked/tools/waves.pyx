cimport cython
from libc.math cimport cos, exp

import math

cdef enum:
    LIMIT = 6

ctypedef double real

calls = []
cdef int counted = 0


cdef double at(Wave wave, double x) noexcept nogil:
    return wave.height * shape(x + wave.phase)


cdef real shape(real x) noexcept nogil:
    return cos(x) if x < LIMIT else 1


@cython.cdivision(True)
cdef double damped(double x, Py_ssize_t n) noexcept nogil:
    return x * exp(-1.0 / (n + 1)) + (-7 % 3)


cdef double steps(int n) except? -1 nogil:
    if n < 0:
        raise ValueError("less than nothing")
    return half(n) + (-7 % 3)


cdef double half(int n) except? -2 nogil:
    if n > 100:
        raise OverflowError("too many")
    return n / 2


cdef double total(const double *x, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t i
    cdef double sum = 0
    for i in range(n):
        sum += x[i]
    return sum


cdef double plain(double x) except? -1:
    global counted
    counted += 1
    calls.append(math.floor(x))
    return counted


def told():
    return calls, counted
