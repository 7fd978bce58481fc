# cython: language_level=3, boundscheck=False, wraparound=False
"""Loops of the host that have versions for processors."""
from cython.parallel cimport prange

ctypedef fused real:
    float
    double


def heat_3d(real[:, :, ::1] a, real[:, :, ::1] b):
    cdef Py_ssize_t i, j, k
    for i in prange(1, a.shape[0] - 1, nogil=True):
        for j in range(1, a.shape[1] - 1):
            for k in range(1, a.shape[2] - 1):
                b[i, j, k] = (<real> 0.125 * (a[i + 1, j, k] - 2 * a[i, j, k] + a[i - 1, j, k])
                              + <real> 0.125 * (a[i, j + 1, k] - 2 * a[i, j, k] + a[i, j - 1, k])
                              + <real> 0.125 * (a[i, j, k + 1] - 2 * a[i, j, k] + a[i, j, k - 1])
                              + a[i, j, k])


def jacobi_2d(real[:, ::1] a, real[:, ::1] b):
    cdef Py_ssize_t i, j
    for i in prange(1, a.shape[0] - 1, nogil=True):
        for j in range(1, a.shape[1] - 1):
            b[i, j] = <real> 0.2 * (a[i, j] + a[i, j - 1] + a[i, j + 1] + a[i + 1, j] + a[i - 1, j])


def fdtd_2d(real[:, ::1] ex, real[:, ::1] ey, real[:, ::1] hz):
    cdef Py_ssize_t i, j, n = hz.shape[0], m = hz.shape[1]
    for i in prange(1, n, nogil=True):
        for j in range(m):
            ey[i, j] = ey[i, j] - <real> 0.5 * (hz[i, j] - hz[i - 1, j])
    for i in prange(n, nogil=True):
        for j in range(1, m):
            ex[i, j] = ex[i, j] - <real> 0.5 * (hz[i, j] - hz[i, j - 1])
    for i in prange(n - 1, nogil=True):
        for j in range(m - 1):
            hz[i, j] = hz[i, j] - <real> 0.7 * (ex[i, j + 1] - ex[i, j] + ey[i + 1, j] - ey[i, j])


def integer_sum(long[::1] a):
    cdef Py_ssize_t i
    cdef long total = 0
    for i in prange(a.shape[0], nogil=True):
        total += a[i]
    return total


def threshold(unsigned char[::1] a, unsigned char[::1] b, unsigned char limit):
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True):
        b[i] = 255 if a[i] > limit else 0


def triad(real[::1] a, real[::1] b, real[::1] c, real s):
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True):
        a[i] = b[i] + s * c[i]


def serial_triad(real[::1] a, real[::1] b, real[::1] c, real s):
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        a[i] = b[i] + s * c[i]
