# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Loops with versions for processors, and some that have none."""
from cython.parallel cimport prange
from libc.math cimport floor, sqrt

cdef extern from *:
    """
    #ifdef OFFCY_HAS_LEVELS
    static int bits_here(void) { return offcy_vector_bits(); }
    #else
    static int bits_here(void) { return 0; }
    #endif
    """
    int bits_here()

ctypedef fused real:
    float
    double

cdef double shift = 0.3


def bits():
    return bits_here()


def contracted(real[::1] a, real[::1] b, real[::1] c):
    """A product and a sum: one instruction would round once."""
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True):
        a[i] = a[i] * b[i] + c[i]


cdef inline real blend(real x, real y) noexcept nogil:
    return x * y + x


def contracted_alone(real[:, :] a, real[:, :] b):
    cdef Py_ssize_t i, j
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] = a[i, j] * b[i, j] - b[i, j] * shift


def contracted_inside(real[::1] a, real[::1] b):
    cdef int i
    for i in prange(a.shape[0], nogil=True):
        a[i] = blend(a[i], b[i])


def stencil(real[:, ::1] a, real[:, ::1] b):
    cdef Py_ssize_t i, j
    for i in prange(1, a.shape[0] - 1, nogil=True, num_threads=3):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = a[i, j] + <real> 0.2 * (a[i, j - 1] + a[i, j + 1] + a[i + 1, j] + a[i - 1, j])


def on_device(real[:, ::1] a, real[:, ::1] b):
    cdef Py_ssize_t i, j
    for i in prange(1, a.shape[0] - 1, nogil=True, device={}):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = a[i, j] + <real> 0.2 * (a[i, j - 1] + a[i, j + 1] + a[i + 1, j] + a[i - 1, j])


def masked(real[::1] a, int[::1] labels):
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True, schedule="static"):
        if a[i] > 0.5:
            a[i] = sqrt(a[i]) + floor(a[i] * 3)
            labels[i] = <int> (a[i] * 1000)


def threshold(unsigned char[::1] a, unsigned char[::1] b, unsigned char limit):
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True):
        b[i] = 255 if a[i] > limit else a[i] // 3


def whole_sums(long[::1] a, int[::1] b):
    """Sums of integers wrap around, in any order to the same number."""
    cdef Py_ssize_t i
    cdef long total = 1 << 62
    cdef long odd = 0
    for i in prange(a.shape[0], nogil=True):
        total += a[i] * a[i]
        odd ^= a[i] + b[i]
    return total, odd


def sums_alone(int[::1] a, int start):
    cdef Py_ssize_t i
    cdef int total = start, last = -1
    for i in range(a.shape[0]):
        total += a[i] * 3
        last = a[i] - start
    return total, last


def steps(real[::1] a, real[::1] b, int times):
    cdef Py_ssize_t i
    cdef int t
    for t in range(times):
        for i in range(1, a.shape[0] - 1):
            b[i] = (a[i - 1] + a[i] + a[i + 1]) * <real> 0.3
        for i in range(1, a.shape[0] - 1):
            a[i] = (b[i - 1] + b[i] + b[i + 1]) * <real> 0.3


# What follows has no versions: each would have its own results.

def sum_in_any_order(double[::1] a):
    cdef Py_ssize_t i
    cdef double total = 0
    for i in prange(a.shape[0], nogil=True):
        total += a[i]
    return total


def beyond(double[::1] a, unsigned int[::1] b):
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True):
        b[i] = <unsigned int> a[i]


def shifted(int[::1] a, int[::1] b):
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True):
        a[i] = a[i] << b[i]
