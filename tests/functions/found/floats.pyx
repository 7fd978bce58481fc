# cython: language_level=3
# What C computes as a double though its operands are `float`: literals, and `//`, which is C's `floor`.
cimport cython


def floors(float p0, unsigned int p1):
    cdef float v0 = p0 // p0 + p1
    cdef double v1 = p0 // p0 + <unsigned long>(p1)
    return p0 // p0 + p1, v0, v1, <float>(p0 // p0) + p1, -(p0 // p1 if p1 else 1.0) * p0


def floors_of_floors(float p0, unsigned int p1):
    return ((p0 // 7) + p1) // 3, (p0 // 7) % 3 + p1, (p0 // 7) / 3 + p1, (p0 // 7) == p1, max(p0 // 7, <float>p1) + p1


@cython.cdivision(True)
def as_in_c(float p0, unsigned int p1):
    p0 += p0 // 3
    p0 //= 0.7
    return p0 // p0 + p1, p0 % p0 + p1, p0


def of_elements(float[:] p0, unsigned int p1):
    p0[0] = p0[1] // 3 + p1
    p0[1] += p0[1] // 3 + p1
    return p0[0] // 3 + p1, p0[1]


def rounded(float p0, int p1):
    return <float>(p0 * 2147483647), <float>(p0 + 16777217), <float>(-(p0 + 16777217)) + p1, <float>(p0 if p1 else 0.1) + p1


def chosen(short p0, bint p1):
    return <unsigned short>((2147483647 + 7) if p1 else (~p0)), <unsigned char>((2**40 + 3) if p1 else p0)


def of_integers(int p0, long p1):
    return (p0 // 10) // 10, (p1 // 7) // 3 << 2, (p0 // p1 if p1 else p0) // 3
