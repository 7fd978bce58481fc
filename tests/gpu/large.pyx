# What large.py runs with more elements and bytes than 32 bits count.
from cython.parallel cimport atomic, parallel, prange


def scaled(const signed char[::1] x, signed char[::1] out):
    cdef Py_ssize_t i
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            out[i] = x[i] + <signed char>(i % 3)
    return i


def total(const signed char[::1] x):
    cdef long long s = 0, largest = -1
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        s += x[i] * (i & 1)
        if x[i] == 7:
            largest = max(largest, i)
    return s, largest


def histogram(const unsigned char[::1] x, long long[::1] counts):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        with atomic():
            counts[x[i]] += 1


def rows(const unsigned char[:, ::1] x, unsigned char[:, ::1] out, long long[::1] sums):
    cdef Py_ssize_t i, j
    cdef long long s
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            s = 0
            for j in range(x.shape[1]):
                s = s + x[i, j]
                out[i, j] = x[i, x.shape[1] - 1 - j]
            sums[i] = s


def nest(unsigned char[:, ::1] out, int rows, int columns):
    cdef int i, j
    with nogil, parallel(device={}):
        for i in prange(rows):
            for j in prange(columns):
                out[i, j] = (i * 31 + j * 17) & 255


def strided(const signed char[:] x, signed char[:] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = x[i] ^ 5


def reverse(const signed char[:] x, signed char[::1] out):
    cdef Py_ssize_t i, n = x.shape[0]
    for i in prange(n - 1, -1, -1, nogil=True, device={}):
        out[i] = x[n - 1 - i]


def gathered(const signed char[::1] x, const long long[::1] at, signed char[::1] out):
    cdef Py_ssize_t i
    for i in prange(at.shape[0], nogil=True, device={}):
        out[i] = x[at[i]]


def by_unsigned(unsigned int n, unsigned char[::1] out):
    cdef unsigned int i
    for i in prange(n, nogil=True, device={}):
        out[i] = i >> 24
    return i


def steps(signed char[::1] x, long long start, long long stop, long long step):
    cdef long long i
    for i in prange(start, stop, step, nogil=True, device={}):
        x[i] = 1
    return i
