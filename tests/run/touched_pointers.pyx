# cython: boundscheck=False, wraparound=False, cdivision=True
# How many elements a pointer points to follows from what a region touches.

from cython.parallel import parallel, prange


cdef void twice(double *p, int n) noexcept nogil:
    cdef int i
    for i in prange(n, device={}):
        p[i] = 2 * p[i]


cdef void rows(const float *x, float *sums, size_t n, size_t m) noexcept nogil:
    cdef Py_ssize_t i
    cdef size_t j
    cdef const float *row
    for i in prange(<Py_ssize_t>n, device={}):
        row = x + <size_t>i * m
        sums[i] = 0
        for j in range(m):
            sums[i] += row[j]


cdef void fill(double *row, double value, Py_ssize_t m) noexcept nogil:
    cdef Py_ssize_t j
    for j in range(m):
        row[j] = value


cdef void filled(double *x, Py_ssize_t n, Py_ssize_t m) noexcept nogil:
    cdef Py_ssize_t i
    for i in prange(n, device={}):
        fill(x + i * m, i, m)


cdef void weighted(double *x, double *weights, int n, int m) noexcept nogil:
    """The weights are not touched where there are no rows."""
    cdef int i, j
    for i in prange(n, device={}):
        for j in range(m):
            x[i * m + j] *= weights[j]


cdef double head(double *x, int n) noexcept nogil:
    cdef double total = 0
    cdef int i
    for i in prange(n, device={}):
        total += x[0] * i
    return total


def call_twice(double[::1] x, int n):
    twice(&x[0] if x.shape[0] else NULL, n)


def call_rows(float[:, ::1] x, float[::1] sums):
    rows(&x[0, 0] if x.size else NULL, &sums[0] if sums.shape[0] else NULL, x.shape[0], x.shape[1])


def call_filled(double[:, ::1] x):
    filled(&x[0, 0] if x.size else NULL, x.shape[0], x.shape[1])


def call_weighted(double[::1] x, double[::1] weights, int n, int m):
    weighted(&x[0] if x.shape[0] else NULL, &weights[0] if weights.shape[0] else NULL, n, m)


def call_head(double[::1] x, int n):
    return head(&x[0] if x.shape[0] else NULL, n)
