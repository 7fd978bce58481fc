# What Cython and C make of the types of operations, where they are not of one mind.


def of_literals(int x, int y, unsigned int u):
    return ((x // 3) * y) + (x ** 2) * y - (x * 2 + 1) // 3 * y + (u + 7) // 2


def of_remainders(int x, short y):
    return (y // (x & 3 | 1)) * (x * y)


def of_choices(int x, int y):
    return (x + 1 if y else 3) * y + max(x + 1, y) * y + (x if y else 3) * (y + 1)


def of_computed(unsigned int x, int y):
    return (x & y) + (100 // -7) + ((x & y) + (7 * -3)) + (1 ^ 100) * x


def shifted(unsigned int x, int y, int count):
    return ((x & y) + (100 // -7)) >> (count & 7)


def inverted(unsigned int x):
    return ~(x * 3)


def twice_inverted():
    return 2 * (~2147483647)


def chosen(unsigned long x, long long y):
    return (2147483647 if 16 <= y else x) >= y


def of_a_known_choice(int x):
    x = (2147483647 // 3) + (x if -1.5 >= 0.0 else 2147483647)
    return x


cdef int minus_five(size_t x):
    return -5


def index(size_t x, float[:] y):
    y[(minus_five(2) >> (x & 7)) % 5] *= 2


def chained(float x, unsigned short y):
    return (x * 3) < (x * y) != x


def quotient(unsigned long x, Py_ssize_t y):
    return (x | y) / (((23 - x) & 7) + 1)


def rounded(double x, float y):
    x /= ((y - y) + 2147483647)
    return x


def compared(int x, unsigned int y):
    return x + 1 < y, (x + 1 if x else y) < y


def of_computed_conditions(int x, unsigned long y):
    return ((x if y == x else y) if (1e10 - 2.0) < (1.0 if 1e10 != -0.0 else 1.0) else <int>y) > x


def compared_choices(unsigned int p, int s, long long v, unsigned long u, Py_ssize_t n, size_t z):
    cdef long l = (<short>p if v else p)
    cdef double d = (n if v else z)
    cdef double e = (-1 if v else z)
    return (
        26 < (<short>p if v else p), (2147483647 if v else u) < v, v < (s if v else u), v < (n if v else z), z == (n if v else n),
        5 < (s if v else p) < 7, (s if v else p) < 7 < n, l, d, e, (-1 if v else p) * n, (n if v else z) // 7,
        (-1 if v else u) / (n + 1),
    )


def unrounded(float x, int y):
    return (x - y) if y else (x * 7)
