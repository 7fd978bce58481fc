"""C arithmetic with Cython's rules: conversions, division, shifts, comparisons."""
cimport cython
from libc.math cimport floor, isfinite, pow, sqrt


def int_division(int a, int b):
    return a // b, a % b


@cython.cdivision(True)
def c_division(int a, int b):
    return a // b, a % b


def true_division(int a, int b):
    return a / b


def float_division(double a, double b):
    return a / b, a // b, a % b


def mixed(int a, unsigned int b, long c, float d):
    cdef double r = a * c + d
    return r, a + c, b + 1, a * 2 - c, -a, +b, ~a


def shifts(int a, long b):
    return a << 2, b >> 1, a & 6, a | 1, a ^ b


def bits(int a, int b, int c):
    return a & b ^ c, a ^ b & c, a | b ^ c, a ^ b | c, a | b & c, a & b | c, a ^ b ^ c & a, ~a & b ^ c << 1


def power(double x, int n, int m):
    return x ** 2, x ** 3.0, n ** 2, m ** 3, x ** n


@cython.cpow(True)
def c_power(double x, double y, int n):
    return x ** y, x ** 0.5, n ** 2


def compared(int a, int b, int c):
    return a < b, a < b <= c, a == b != c, a > b >= c


def chosen(int a, int b):
    cdef int least = min(a, b)
    cdef int most = max(a, b, 3)
    return least, most, abs(a), (a if a > b else b), (a or b), (a and b), not a


def narrowed(long n):
    cdef short s = <short>n
    cdef unsigned char c = <unsigned char>n
    cdef float f = <float>n
    return s, c, f, <long>(n / 3.0)


def counted(int n):
    cdef int i, total = 0
    for i in range(n):
        if i == 3:
            continue
        if i > 7:
            break
        total += i
    else:
        total = -total
    return total, i if n > 0 else -1


def stepped(int start, int stop, int step):
    cdef int i
    cdef long total = 0
    for i in range(start, stop, 3):
        total = total * 10 + i
    for i in range(stop, start, -2):
        total = total * 10 + i
    for i in range(start, stop, step):
        total = total * 10 + i
    return total


def waiting(int n):
    cdef int rounds = 0
    while n != 1 and rounds < 100:
        if n % 2:
            n = 3 * n + 1
        else:
            n //= 2
        rounds += 1
    return rounds, n


cdef int _checked(int n) except -1:
    if n < 0:
        raise ValueError("negative")
    return n * 2


cdef double _half(double x) noexcept nogil:
    return x / 2


cdef long _gcd(long a, long b) nogil:
    return a if b == 0 else _gcd(b, a % b)


def called(int n):
    return _checked(n) + 1, _half(n), _gcd(n + 12, 18)


def libm(double x):
    return sqrt(x), pow(x, 3), floor(-x)


def inferred(int n):
    total = 0.0
    for i in range(n):
        total += i * 0.5
    flag = total > 3
    return total, flag


def swapped(int a, int b):
    a, b = b, a + b
    a = b = a * 2
    return a, b


def float_literals(float x):
    """A literal among floats has a double's precision, and so has what is computed with it."""
    cdef float a = 0.1
    cdef float b = (1 - x) * (3 - x) / 7
    cdef double d = (1 - x) * x, e = <float>0.1, g = <float>1 / 3
    cdef float complex z = 2j * x
    return a, b, d, e, g, 1 - x, 2 * x + 1, x / 3, x < 0.1, z * 3


cdef long a_large_one = 2**40
cdef unsigned long the_half = 2**63


def large_constants(x, long m):
    """What no C integer holds is a Python object; what a C variable takes, its type holds."""
    cdef double d = 2**70
    cdef unsigned long u = (1 << 64) - 1
    with nogil:
        u = u ^ <unsigned long>(1 << 63)
    powers = x + 2**70, 2**63, -2**63, 1 << 70, 10**30, 2**200, 3 - 10**40, 2**-1
    return powers, a_large_one, the_half, d, d * 2**70, u, m + 2**62, 9223372036854775807 + 1


@cython.cdivision(True)
def c_quotients(int a, unsigned char b, double c):
    """`/` of integers is C's too; what literals give is Python's."""
    half = a / 2
    c /= 2
    c += a / 4
    cdef long d = a
    d /= 3
    cdef int numbers[8]
    numbers[(a * a) / 1000000 % 8] = 3
    return half, c, d, a / 2.0, b / 2, a / b, (a + 1) / 2, a / 3 * 1.5, -7 / 2, -7 // 2, -7 % 3, 7 % -3, (2 - 9) % 3, a % -3


def c_quotients_within(int a, int b):
    cdef double c
    with cython.cdivision(True):
        c = a / b
        a /= 2
        with cython.cdivision(False):
            b = <int>(b / 2.0) + (a / 2 == -0.5)
        d = a / 3
    return c, a, b, d, a / 2, -7 // 2


def chosen_literals(bint big, unsigned int few):
    """A literal that C reads as an `int` is still a number of its own type."""
    cdef long n = (5 if big else 6) * 1000000000
    cdef unsigned int u = (<unsigned int>1 if big else <unsigned int>2)
    cdef bint wraps = (<unsigned int>1 if big else <unsigned int>2) - 3 > 0
    return n, u, wraps, -(2 if big else 3) * 3000000000, (<long long>1 if big else 2) << 40, few - (1 if big else 2) > 0


def truths(double x, unsigned char masked, items):
    """Of two C values of different types, without the GIL; of objects."""
    cdef bint both, either, held
    with nogil:
        both = isfinite(x) and not masked
        either = masked or x
    held = items and x
    return both, either, held
