# cython: language_level=3
"""Loops of the host as they are written most often: views of any strides, with or without checks."""
cimport cython
from cython.parallel cimport prange
from libc.math cimport ceil, floor


def rounded(float[:] x, float[:] y):
    """The corners around a point, as in bilinear interpolation."""
    cdef Py_ssize_t i
    cdef float low, high
    for i in range(x.shape[0]):
        low = floor(x[i])
        high = ceil(x[i])
        y[i] = low * (high - x[i]) + high * (x[i] - low)


@cython.boundscheck(False)
@cython.wraparound(False)
def complex_recurrence(double complex[:] a, double complex[:] b):
    cdef Py_ssize_t i, n = a.shape[0]
    cdef double complex total = 0
    for i in range(n):
        total = total + a[i] * b[n - 1 - i]
        a[i] = a[i] - 1e-9 * b[i] * total
    return total


def triad(double[:] a, double[:] b, double[:] c, double s):
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        a[i] = b[i] + s * c[i]


@cython.boundscheck(False)
@cython.wraparound(False)
def triad_unchecked(double[:] a, double[:] b, double[:] c, double s):
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        a[i] = b[i] + s * c[i]


def parallel_triad(double[:] a, double[:] b, double[:] c, double s):
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True):
        a[i] = b[i] + s * c[i]


@cython.boundscheck(False)
@cython.wraparound(False)
def parallel_triad_unchecked(double[:] a, double[:] b, double[:] c, double s):
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True):
        a[i] = b[i] + s * c[i]


def total(double[:] a):
    cdef Py_ssize_t i
    cdef double found = 0
    for i in range(a.shape[0]):
        found += a[i]
    return found


def parallel_total(double[:] a):
    cdef Py_ssize_t i
    cdef double found = 0
    for i in prange(a.shape[0], nogil=True):
        found += a[i]
    return found


def stencil(double[:, :] a, double[:, :] b):
    cdef Py_ssize_t i, j
    for i in range(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


@cython.boundscheck(False)
@cython.wraparound(False)
def stencil_unchecked(double[:, :] a, double[:, :] b):
    cdef Py_ssize_t i, j
    for i in range(1, a.shape[0] - 1):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


def parallel_stencil(double[:, :] a, double[:, :] b):
    cdef Py_ssize_t i, j
    for i in prange(1, a.shape[0] - 1, nogil=True):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = 0.25 * (a[i - 1, j] + a[i + 1, j] + a[i, j - 1] + a[i, j + 1])


def nearest(double[:, :] points, double[:, :] centres, int[:] labels):
    cdef Py_ssize_t i, j, k
    cdef double best, distance, difference
    cdef int label
    for i in range(points.shape[0]):
        best = 1e300
        label = -1
        for j in range(centres.shape[0]):
            distance = 0
            for k in range(points.shape[1]):
                difference = points[i, k] - centres[j, k]
                distance += difference * difference
            if distance < best:
                best = distance
                label = <int> j
        labels[i] = label


def shortest(double[:, :] d):
    """Floyd and Warshall."""
    cdef Py_ssize_t i, j, k, n = d.shape[0]
    for k in range(n):
        for i in range(n):
            for j in range(n):
                if d[i, k] + d[k, j] < d[i, j]:
                    d[i, j] = d[i, k] + d[k, j]


def convolved(double[:, :] image, double[:, :] kernel, double[:, :] result):
    cdef Py_ssize_t i, j, k, l
    cdef double found
    for i in range(result.shape[0]):
        for j in range(result.shape[1]):
            found = 0
            for k in range(kernel.shape[0]):
                for l in range(kernel.shape[1]):
                    found += image[i + k, j + l] * kernel[k, l]
            result[i, j] = found


def largest_at(double[:] x):
    cdef Py_ssize_t i, at = -1
    cdef double best = -1
    for i in range(x.shape[0]):
        if x[i] > best:
            best = x[i]
            at = i
    return at


def nearest_at(double[:] x, double[:] y, double px, double py):
    cdef Py_ssize_t i, at = -1
    cdef double best = 1e300, d
    for i in range(x.shape[0]):
        d = (x[i] - px) * (x[i] - px) + (y[i] - py) * (y[i] - py)
        if d < best:
            best = d
            at = i
    return at


def place_of(double[:] x, double value):
    cdef Py_ssize_t i, at = -1
    for i in range(x.shape[0]):
        if x[i] == value:
            at = i
            break
    return at


def first_difference(const unsigned char[:] x, const unsigned char[:] y):
    cdef Py_ssize_t i, at = -1
    for i in range(x.shape[0]):
        if x[i] != y[i]:
            at = i
            break
    return at


def sparse_product(double[:] values, int[:] columns, int[:] starts, double[:] x, double[:] out):
    cdef Py_ssize_t i
    cdef int k
    cdef double total
    for i in prange(out.shape[0], nogil=True):
        total = 0
        for k in range(starts[i], starts[i + 1]):
            total = total + values[k] * x[columns[k]]
        out[i] = total


def collatz(long[:] steps):
    cdef Py_ssize_t i
    cdef long n, count
    for i in prange(steps.shape[0], nogil=True):
        n = i + 1
        count = 0
        while n > 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            count = count + 1
        steps[i] = count
