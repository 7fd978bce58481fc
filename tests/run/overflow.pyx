# cython: overflowcheck=True, boundscheck=False
"""`overflowcheck`: the same exceptions as Cython's for every width and operator, on devices too."""

cimport cython
from cython.parallel import prange
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t


ctypedef fused number:
    int
    long
    cython.longlong
    unsigned int
    size_t
    Py_ssize_t
    int32_t
    uint64_t


def arithmetic(number a, number b, int which):
    if which == 0:
        return a + b
    elif which == 1:
        return a - b
    elif which == 2:
        return a * b
    elif which == 3:
        return a << b
    elif which == 4:
        return a * a - b * b + a
    return (a + 1) * (b - 1) << 1


def narrow(signed char a, uint8_t b, short c, uint16_t d):
    """Computed in `int`: what they are assigned to is not asked."""
    cdef uint8_t sum = <uint8_t>(a + b)
    cdef short product = <short>(c * d)
    return sum, product, a << 3, b * b * d * d


def mixed(int a, long b, unsigned int c, uint64_t d):
    return a * b, b - c, d + a


def constants(int x, long y):
    cdef int z = x
    z += 5
    z *= 3
    z -= 1
    z <<= 2
    return z, 100000 * x, y + 9000000000, 1 << x, x - 2147483647


def absolute(int x, long y):
    return abs(x), abs(y)


@cython.overflowcheck(False)
def unchecked(unsigned int x):
    with cython.overflowcheck(True):
        x = x * 2
    return x * 3


@cython.overflowcheck.fold(False)
def unfolded(int a, int b):
    return a * b + a * b


cdef int checked(int a, int b) except? -1 nogil:
    return a * b


cdef int dropping(int a) noexcept nogil:
    return a + 1


def through(int a, int b):
    return checked(a, b)


def short_circuit(int a, int b):
    return a > 0 and a * b > 0, a if b == 0 else a + b


def on_device(int[::1] x, int[::1] out, int factor):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = checked(x[i], factor) + (x[i] << 1)


def in_place(unsigned int[::1] x, unsigned int by):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] *= by
        x[i] -= 1


def total(long[::1] x):
    cdef long s = 0
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        s += x[i]
    return s


def sequential(long[::1] x):
    cdef long s = 0
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        s += x[i]
    return s
