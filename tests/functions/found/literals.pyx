# cython: language_level=3
# What literals give beyond 32 bits is Python's; what they give within is C's `int`.
cimport cython
from libc.math cimport fabs


def wide_sum(long p0):
    cdef double v0 = 10 ** 10
    cdef long v1 = 1 << 40
    return (2147483647 + 1) * p0, (p0 ^ ((2 + 2147483647) | 1)), v0, v1, (2147483647 + 1) - 1


def too_wide(long p0):
    cdef short v0 = (2147483647 + 34) ^ p0
    return v0


def narrow(unsigned short p0, int p1):
    return (29 | 3) * (p1 * p0)


def beside_unsigned(short p0, unsigned int p1):
    return p0 // (p1 & 3 | 1), p0 > (p0 // (p1 & 3 | 1)), p1 - 5, (p1 * 3) % 5, (p1 + 1) // -7


def compared(int p0, unsigned int p1):
    return (-p0) > (p1 | 255), (p1 - 5) < p0, (p1 + 1) == p0


def inverted(unsigned int p0, signed char p1):
    return (p1 | p0) - (~3), (p1 | p0) - (-3), (p0 + ~p1) // 3


def small_of_large(unsigned long p, unsigned int q, double d, long a):
    p = ((1 | (2147483647 + 65535)) % -7)
    q = -((2147483647 + 65535) // 2147549)
    d = (2**40 >> 38) * 3
    cdef short s = 5000000000 - 4999999999
    return p, q, d, s, (2**40 >> 38) ** a, a + (2**40 >> 38), (2**40 >> 38) / 3


def chosen_literals(float p, short s, unsigned int u, int x, bint c):
    s = ((2147483647 * 65535) if p < 3.25 else (65535 & u))
    cdef unsigned char b = (2**40 + 3) if c else x
    cdef float f = (2**40 + 3) if c else x
    cdef int k = (2147483647 + 2147483647) if p < 3.25 != p else (x if c else 5000000000)
    return s, b, f, k, (2**40 if c else x) + 1
