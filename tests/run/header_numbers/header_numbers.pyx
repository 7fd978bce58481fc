# header-types: wide_t=l, counts_t=m, narrow_t=h, unsigned_t=j, signed_t=s, color_t=j, real_t=d, single_t=f, pair_t=D
"""Numbers of headers that have another size or sign than their declarations say: these only name a kind of number."""

from cython.parallel cimport prange
from libc.string cimport memcpy
cimport cython

cdef extern from "sizes.h" nogil:
    ctypedef int wide_t
    ctypedef int counts_t
    ctypedef long narrow_t
    ctypedef int unsigned_t
    ctypedef unsigned int signed_t
    ctypedef int color_t
    ctypedef float real_t
    ctypedef double single_t
    ctypedef char tiny_t "wide_t"
    ctypedef double pair_t

    ctypedef struct record_t:
        wide_t first
        narrow_t second
        real_t third

    wide_t twice(wide_t x)
    void double_all(wide_t *x, int n)
    real_t half(real_t x)
    color_t next_color(color_t color)
    pair_t squared(pair_t x)
    double real_of(pair_t x)

ctypedef wide_t own_t


def from_python(x):
    cdef wide_t wide = 0
    cdef counts_t counts = 0
    cdef narrow_t narrow = 0
    cdef unsigned_t without = 0
    cdef signed_t short_one = 0
    cdef own_t own = 0
    found = []
    for which in range(6):
        try:
            if which == 0:
                wide = x
                found.append(wide)
            elif which == 1:
                counts = x
                found.append(counts)
            elif which == 2:
                narrow = x
                found.append(narrow)
            elif which == 3:
                without = x
                found.append(without)
            elif which == 4:
                short_one = x
                found.append(short_one)
            else:
                own = x
                found.append(own)
        except (OverflowError, TypeError) as error:
            found.append(type(error).__name__)
    return found


def floats(x):
    cdef real_t real = x
    cdef single_t single = x
    return real + single, real * real, single * single, single / 3, half(real), <real_t>3, <single_t>x


def wide_sums(wide_t a, wide_t b, int c):
    inferred = a + b
    cdef long kept = a + b
    cdef int cut = <int>(a + b)
    return a + b, inferred, kept, cut, a * b + c, a - c, -a, ~a, a << 3, a >> 2, a & b, a | c, a ^ b


def narrow_sums(narrow_t a, narrow_t b, int c):
    inferred = a + b
    cdef int whole = a + b
    cdef long product = a * b * c
    return a + b, inferred, whole, product, (a + b) * c, a - b, -a, ~a, a << 3, a & b, a - b < 0, a - b < c


def tiny_sums(tiny_t a, tiny_t b, long c):
    inferred = a + b
    cdef long whole = a + b
    return a + b, inferred, whole, (a + b) * c, (a + b) // c, a - b < 0, a < c


def unsigned_sums(unsigned_t a, unsigned_t b, long c, counts_t d):
    inferred = a - b
    cdef long difference = a - b
    return a - b, inferred, difference, a - c, a + d, d - c, -a, a - b < 0, a < c, a - c < 0, d < c, a - b > b - a


def signed_sums(signed_t a, signed_t b, unsigned int c):
    inferred = a - b
    cdef long difference = a - b
    return a - b, inferred, difference, a * b, a < b, a - b < 0, a < c


def divisions(wide_t a, wide_t b, narrow_t c, unsigned_t d, tiny_t e, signed_t f):
    found = []
    for which in range(13):
        try:
            if which == 0:
                found.append(a // b)
            elif which == 1:
                found.append(a % b)
            elif which == 2:
                found.append(c // 7)
            elif which == 3:
                found.append(c % b)
            elif which == 4:
                found.append(d // b)
            elif which == 5:
                found.append(d % d)
            elif which == 6:
                found.append(a / b)
            elif which == 7:
                found.append(e // b)
            elif which == 8:
                found.append((c + c) // c)
            elif which == 9:
                found.append(f // 4)
            elif which == 10:
                found.append(f % -4)
            elif which == 11:
                found.append(f // f)
            else:
                found.append(divmod(a, b))
        except ZeroDivisionError as error:
            found.append(str(error))
    return found


@cython.cdivision(True)
def c_divisions(wide_t a, long b, narrow_t c, unsigned_t d):
    return a // b, a % b, c // b, c % b, d // 3, (c + c) // 3, (d - 1) // 3


def in_place(wide_t a, narrow_t b, unsigned_t c, tiny_t d, long x):
    a += x
    b += x
    c -= x
    d += x
    found = [a, b, c, d]
    a *= 3
    b *= 3
    c *= 3
    d *= 3
    found += [a, b, c, d]
    a //= 7
    b //= 7
    c //= 7
    a <<= 2
    b <<= 2
    c >>= 1
    d >>= 1
    a |= x
    d ^= x
    return found + [a, b, c, d]


def ranges(wide_t n, narrow_t m):
    cdef wide_t i
    cdef narrow_t j
    cdef unsigned_t k
    found = [i for i in range(n, n + 3)]
    found += [j for j in range(m)]
    found += [k for k in range(m, 0, -1)]
    for i from n > i >= n - 2:
        found.append(i)
    return found


def indices(list items, int[:] view, wide_t i, narrow_t j, unsigned_t k):
    return items[i], items[j], view[i], view[j], view[k], items[i:], items[-j:]


def views(wide_t[:] x, narrow_t[:] y, real_t[:] z, color_t[:] w):
    cdef Py_ssize_t i
    cdef wide_t total = 0
    for i in range(x.shape[0]):
        x[i] = twice(x[i])
        y[i] += 200
        z[i] = half(z[i])
        w[i] = next_color(w[i])
        total += x[i] + y[i]
    return total


def pointers(list items):
    cdef wide_t[4] values
    cdef wide_t *end = &values[0] + 3
    cdef int i
    for i in range(4):
        values[i] = items[i]
    double_all(values, 4)
    return values, end - &values[0], end[0], sizeof(wide_t), sizeof(narrow_t), sizeof(real_t), sizeof(values)


def records(x, y, z):
    cdef record_t record
    record.first = x
    record.second = y
    record.third = z
    record.first += record.second
    return record, sizeof(record_t), sizeof(record.first)


cdef wide_t checked(wide_t x) except -1:
    if x > 1 << 40:
        raise ValueError(x)
    return x + 1


def exceptions(wide_t x):
    return checked(x)


def colors(color_t color):
    return next_color(color), color + 1, -color, color - 5


def truths(narrow_t a, wide_t b):
    return bool(a), not b, a and b, b or a, 1 if b else 2, a == b, min(a, b), max(a, b), abs(b), abs(a)


@cython.overflowcheck(True)
def overflows(wide_t a, wide_t b):
    try:
        return a * b
    except OverflowError as error:
        return str(error)


cdef double by_type(cython.integral x):
    if cython.integral is short:
        return 1 + x
    elif cython.integral is int:
        return 2 + x
    return 3 + x


def chosen(wide_t a, narrow_t b, unsigned_t c):
    return by_type(a), by_type(b), by_type(c)


@cython.boundscheck(False)
@cython.wraparound(False)
def on_device(wide_t[::1] x, narrow_t[::1] y, real_t[::1] z, wide_t n):
    cdef wide_t i, total = 0
    for i in prange(n, nogil=True, device={}):
        x[i] = x[i] * y[i] + n
        y[i] = y[i] + 100
        z[i] = z[i] / 3
        total += x[i]
    return total


@cython.boundscheck(False)
@cython.wraparound(False)
def counted_narrowly(double[::1] x, narrow_t n, unsigned_t m):
    cdef narrow_t i
    cdef unsigned_t j
    for i in prange(n, nogil=True, device={}):
        x[i] = x[i] + i
    for j in prange(m, nogil=True, device={}):
        x[j] = x[j] * 2


@cython.boundscheck(False)
@cython.wraparound(False)
def shifted(double[::1] x, narrow_t n, tiny_t by):
    cdef narrow_t i
    for i in prange(n, nogil=True, device={}):
        x[<narrow_t>(i + 250)] = i
    for i in prange(n, nogil=True, device={}):
        x[i + by] = 2 * i


@cython.boundscheck(False)
@cython.wraparound(False)
def summed(wide_t[::1] x):
    cdef wide_t total = 0
    cdef narrow_t small = 0
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):
        total += x[i]
        small += 3
    return total, small


def complex_numbers(double complex z):
    """A number that is complex in its header only: no part of it is lost."""
    cdef pair_t x
    cdef double complex out
    memcpy(&x, &z, sizeof(z))
    x = squared(x)
    memcpy(&out, &x, sizeof(x))
    return out, real_of(x), sizeof(x)
