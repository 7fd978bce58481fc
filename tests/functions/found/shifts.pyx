# cython: language_level=3
# The type of a shift is that of both sides, C shifts in the left one's; `min`, `max` and `if` round to `float`.
cimport cython


def shifts(signed char p0, size_t p1, unsigned int p2, unsigned short p3):
    return p0 << (p1 & 7), p0 >> (p2 & 7), p3 << p2, (p0 << (p1 & 7)) >> 1


def compared(unsigned int p0, signed char p1, double[:] p2):
    return min((p0 << (p2.shape[0] & 7)), (p1 ^ 7)), max((p1 << p2.shape[0]), p0)


def rounded(float p0, double[:] p1):
    p1[0] = max(p0, p0 * 5)
    p1[1] = p0 if p0 < 0 else p0 * 5
    p1[2] = p0 * 5
    return min(p0 * 3, p0 * 5, p0 * 7)


def modulo(short p0, int[:] p1, unsigned long p2):
    cdef size_t v0 = p0
    return (p1[0] << ((v0 ^ p0) & 7)) % 5, ((p1[0] >> (p2 & 7)) - p0) // 7, -(p1[0] << (p2 & 7))


def modulo_of_variable(long p0, size_t p1, int p2):
    return (p0 >> (p1 & 7)) % p2, (p0 >> (p1 & 7)) % ((p2 & 7) + 1), (p0 >> (p1 & 7)) // p2
