# cython: wraparound=False
"""`divmod` of C integers: a pair of C numbers, without Python."""
from cython.parallel import parallel, prange


def unravelled(int[::1] flat, int[:, ::1] place, int width):
    """Rows and columns of numbers of cells, negative ones too."""
    cdef Py_ssize_t i
    cdef int row, column
    for i in prange(flat.shape[0], nogil=True, device={}):
        row, column = divmod(flat[i], width)
        place[i, 0] = row
        place[i, 1] = column


def digits(long long[::1] x, signed char[:, ::1] out):
    """The digits of numbers, the last one first."""
    cdef Py_ssize_t i, k
    cdef long long rest
    cdef (long long, long long) both
    for i in prange(x.shape[0], nogil=True, device={}):
        rest = x[i]
        for k in range(out.shape[1]):
            both = divmod(rest, <long long>10)
            rest = both[0]
            out[i, k] = both[1]


def ints(int a, int b):
    return divmod(a, b)


def chars(signed char a, signed char b):
    return divmod(a, b)


def shorts(short a, unsigned short b):
    return divmod(a, b), divmod(b, a)


def sizes(Py_ssize_t a, long b, long long c):
    return divmod(a, b), divmod(b, a), divmod(a, c)


def unsigned_ints(unsigned int a, unsigned int b):
    return divmod(a, b)


def signed_and_unsigned(int a, unsigned int b):
    """The type of the first counts where both are equally long."""
    return divmod(a, b), divmod(b, a)


def literals(int a):
    return divmod(a, 7), divmod(-100, a), divmod(a, -1), divmod(17, 5)


def wrapped(unsigned char a):
    """What the type does not hold wraps around before the division."""
    return divmod(a, <signed char>(-7)), divmod(a, <unsigned char>(-7)), divmod(<unsigned char>(-7), a)


def inferred(int a, int b):
    quotient, remainder = divmod(a, b)
    return quotient + 1, remainder + 1


def one_of_two(int a, int b, bint both):
    return both and divmod(a, b)[0] > 1, divmod(a, b)[1] if both else -1


def in_order(list seen):
    return divmod(noted(seen, 17), noted(seen, 5))


cdef int noted(list seen, int x) except? -1:
    seen.append(x)
    return x


def c_division(int a, int b):
    """The directive is about operators."""
    return c_divided(a, b)


from cython cimport cdivision


@cdivision(True)
cdef object c_divided(int a, int b):
    return divmod(a, b), a // b


cdef (int, int) without_gil(int a, int b) except * nogil:
    return divmod(a, b)


def called(int a, int b):
    return without_gil(a, b)


def objects(a, int b):
    return divmod(a, b)


def floats(double a, double b):
    return divmod(a, b)


def in_place(int a, long b):
    """`/=` of integers is `//=`, as Cython compiles it."""
    a /= b
    return a


def in_place_in_c(int a, int b):
    with cdivision(True):
        a /= b
    return a
