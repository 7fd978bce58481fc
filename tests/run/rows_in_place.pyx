# cython: language_level=3
"""Loops over rows of an array that read other rows of it, and over columns that they change: in order, whatever overlaps."""
import cython
from cython.parallel import parallel, prange
from libc.math cimport sqrt


def summed(double[:, :] a):
    cdef Py_ssize_t i, j
    for i in range(1, a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] = a[i, j] + a[i - 1, j]


def summed_up(float[:, :] a):
    cdef Py_ssize_t i, j
    for i in range(a.shape[0] - 2, -1, -1):
        for j in range(a.shape[1]):
            a[i, j] = a[i, j] + a[i + 1, j]


def least_path(double[:, :] a):
    cdef Py_ssize_t i, j
    cdef double best
    for i in range(1, a.shape[0]):
        for j in range(1, a.shape[1] - 1):
            best = a[i - 1, j]
            if a[i - 1, j - 1] < best:
                best = a[i - 1, j - 1]
            if a[i - 1, j + 1] < best:
                best = a[i - 1, j + 1]
            a[i, j] = a[i, j] + best


def in_time(double[:, :] u, double c):
    cdef Py_ssize_t t, j
    for t in range(u.shape[0] - 1):
        for j in range(1, u.shape[1] - 1):
            u[t + 1, j] = u[t, j] + c * (u[t, j + 1] - 2 * u[t, j] + u[t, j - 1])


def turned(double[:, :] a, double c, double s):
    cdef Py_ssize_t i, j
    cdef double one, other
    for i in range(a.shape[0] - 1):
        for j in range(a.shape[1]):
            one = c * a[i, j] + s * a[i + 1, j]
            other = c * a[i + 1, j] - s * a[i, j]
            a[i, j] = one
            a[i + 1, j] = other


def pascal(long long[:, :] a):
    cdef Py_ssize_t i, j
    for i in range(1, a.shape[0]):
        for j in range(1, a.shape[1]):
            a[i, j] = a[i - 1, j - 1] + a[i - 1, j]


def relaxed(double[:, :] a):
    """Both another row and what the same row has just got."""
    cdef Py_ssize_t i, j
    for i in range(1, a.shape[0]):
        for j in range(1, a.shape[1]):
            a[i, j] = 0.5 * (a[i - 1, j] + a[i, j - 1])


def ahead(double[:, :] a):
    cdef Py_ssize_t i, j
    for i in range(1, a.shape[0]):
        for j in range(a.shape[1] - 1):
            a[i, j] = a[i - 1, j] + a[i, j + 1]


def backwards(double[:, :] a):
    cdef Py_ssize_t i, j
    for i in range(1, a.shape[0]):
        for j in range(a.shape[1] - 2, -1, -1):
            a[i, j] = a[i - 1, j] + a[i, j + 1]


def eliminated(double[:, ::1] a):
    cdef Py_ssize_t i, j, k
    for k in range(a.shape[0]):
        for i in prange(k + 1, a.shape[0], nogil=True):
            a[i, k] = a[i, k] / a[k, k]
            for j in range(k + 1, a.shape[0]):
                a[i, j] = a[i, j] - a[i, k] * a[k, j]


def inverse(double[:, :] a):
    cdef Py_ssize_t i, j, k
    cdef double f
    for k in range(a.shape[0]):
        f = a[k, k]
        for j in range(a.shape[1]):
            a[k, j] = a[k, j] / f
        for i in range(a.shape[0]):
            if i != k:
                f = a[i, k]
                for j in range(a.shape[1]):
                    a[i, j] -= f * a[k, j]


@cython.boundscheck(False)
@cython.wraparound(False)
def by_pointer(double[:, ::1] a, int shift):
    """Rows that are `shift` elements apart: below a row's length they overlap."""
    if a.shape[0] == 0 or a.shape[1] == 0:
        return
    cdef double *p = &a[0, 0]
    cdef Py_ssize_t i, j, n = (a.shape[0] * a.shape[1] - a.shape[1]) // shift
    for i in range(1, n):
        for j in range(a.shape[1]):
            p[i * shift + j] += 0.25 * p[(i - 1) * shift + j]


def in_region(double[:, ::1] a, double[:, ::1] out):
    cdef Py_ssize_t i, j
    for i in prange(a.shape[0], nogil=True, device={}):
        for j in range(a.shape[1]):
            out[i, j] = a[i, j] + a[0, j]
        for j in range(a.shape[1]):
            out[i, j] += out[i, 0]


def standardised(double[:, :] x):
    cdef Py_ssize_t i, j
    cdef double mean, variance
    for j in range(x.shape[1]):
        mean = 0
        for i in range(x.shape[0]):
            mean += x[i, j]
        mean /= x.shape[0]
        variance = 0
        for i in range(x.shape[0]):
            variance += (x[i, j] - mean) * (x[i, j] - mean)
        variance = sqrt(variance / x.shape[0])
        for i in range(x.shape[0]):
            x[i, j] = (x[i, j] - mean) / variance


@cython.cdivision(True)
def standardised_in_threads(double[:, :] x):
    """Each thread has columns of its own."""
    cdef Py_ssize_t i, j
    cdef double mean, variance
    for j in prange(x.shape[1], nogil=True):
        mean = 0
        for i in range(x.shape[0]):
            mean = mean + x[i, j]
        mean = mean / x.shape[0]
        variance = 0
        for i in range(x.shape[0]):
            variance = variance + (x[i, j] - mean) * (x[i, j] - mean)
        variance = sqrt(variance / x.shape[0])
        for i in range(x.shape[0]):
            x[i, j] = (x[i, j] - mean) / variance


def shares_in_threads(double[:, :] x):
    """A column may add up to zero."""
    cdef Py_ssize_t i, j
    cdef double total
    for j in prange(x.shape[1], nogil=True):
        total = 0
        for i in range(x.shape[0]):
            total = total + x[i, j]
        for i in range(x.shape[0]):
            x[i, j] = x[i, j] / total


def shares_in_region(double[:, ::1] x):
    cdef Py_ssize_t i, j
    cdef double total
    with nogil, parallel(device={}):
        for j in prange(x.shape[1]):
            total = 0
            for i in range(x.shape[0]):
                total = total + x[i, j]
            for i in range(x.shape[0]):
                x[i, j] = x[i, j] / total


def products_in_threads(double[:] x, double[::1] y, double[:] z, double[:, :] a):
    """Sums that begin with what they are stored to."""
    cdef Py_ssize_t i, j
    cdef double total
    for i in prange(x.shape[0], nogil=True):
        total = x[i]
        for j in range(a.shape[1]):
            total = total + a[i, j] * y[j]
        x[i] = total
    for i in prange(z.shape[0], nogil=True):
        total = z[i]
        for j in range(a.shape[0]):
            total = total + a[j, i] * y[j]
        z[i] = total


def centred(float[:, :] x):
    cdef Py_ssize_t i, j
    cdef float mean
    for j in range(x.shape[1]):
        mean = 0
        for i in range(x.shape[0]):
            mean += x[i, j]
        mean = mean / 3
        for i in range(x.shape[0]):
            x[i, j] -= mean


def next_column(double[:, :] x):
    """What one column leaves is read for the next."""
    cdef Py_ssize_t i, j
    cdef double total
    for j in range(x.shape[1] - 1):
        total = 0
        for i in range(x.shape[0]):
            total += x[i, j]
        for i in range(x.shape[0]):
            x[i, j + 1] += 0.125 * total


def twice_stored(double[:, :] x, double[:] by, Py_ssize_t row):
    """What an iteration has just stored is read again, if `row` is 0."""
    cdef Py_ssize_t j
    for j in range(x.shape[1]):
        x[0, j] = x[0, j] / by[j]
        x[2, j] = x[row, j] * 2


def distances(double[:, :] a, double[:, :] b, double[:, :] out):
    cdef Py_ssize_t i, j, k
    cdef double total
    for i in range(a.shape[0]):
        for j in range(b.shape[0]):
            total = 0
            for k in range(a.shape[1]):
                total += (a[i, k] - b[j, k]) ** 2
            out[i, j] = sqrt(total)


def squares(float[:, :] a, double[:, :] b):
    cdef Py_ssize_t i, j
    cdef float one
    cdef double other
    for j in prange(a.shape[1], nogil=True):
        one = 0
        other = 0
        for i in range(a.shape[0]):
            one = one + a[i, j] ** 2
            other = other + (b[i, j] ** 2) ** 2.0 + b[i, j] ** 3
        a[0, j] = one
        b[0, j] = other


def square(double x, float y):
    return x ** 2, y ** 2, (x + y) ** 2.0, -x ** 2
