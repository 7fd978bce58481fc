# Loops that divide and add nothing up: their results are stored in blocks, if no divisor is zero.
cimport cython
from cython.parallel import prange
from libc.math cimport sqrt


def divide(const double[:] a, const double[:] b, double[:] out):
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        out[i] = a[i] / b[i]


def divide_contiguous(const float[::1] a, const float[::1] b, float[::1] out):
    cdef int i, n = a.shape[0]
    for i in range(n):
        out[i] = a[i] / b[i]


def in_place(double[:] a, double[:] b):
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        a[i] = (a[i] + 1) / b[i]


def own_divisor(double[:] a):
    """The divisor is what is stored to."""
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        a[i] = 1 / a[i]


def of_the_one_before(double[:] a):
    cdef Py_ssize_t i
    for i in range(1, a.shape[0]):
        a[i] = a[i] / a[i - 1]


def of_the_next(double[:] a):
    cdef Py_ssize_t i
    for i in range(a.shape[0] - 1):
        a[i] = a[i] / a[i + 1]


def two(const double[:] a, const double[:] b, double[:] p, double[:] q):
    cdef Py_ssize_t i
    cdef double d
    for i in range(a.shape[0]):
        d = a[i] + b[i]
        p[i] = a[i] / d
        q[i] = b[i] / d


def one_after_the_other(double[:] a, const double[:] b, double[:] p, double[:] q):
    """What is stored first is read afterwards."""
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        p[i] = a[i] + 1
        q[i] = p[i] / b[i]
        p[i] = p[i] * 2
        a[i] = q[i] - p[i]


def both_arms(const double[:] a, const double[:] b, double[:] out):
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        if a[i] > 0:
            out[i] = a[i] / b[i]
        elif a[i] < -1:
            out[i] = 2 / a[i]
        else:
            out[i] = 0


def one_arm(const double[:] a, const double[:] b, double[:] out):
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        if a[i] > 0:
            out[i] = a[i] / b[i]


def guarded(const double[:] a, const double[:] b, double[:] out):
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        if b[i] != 0:
            out[i] = a[i] / b[i]
        else:
            out[i] = -1


def left(const double[:] a, const double[:] b, double[:] out):
    """What the loop leaves, also where it raises."""
    cdef Py_ssize_t i = -5
    cdef double before = -1, d = -2, e = -3
    try:
        for i in range(a.shape[0]):
            before = a[i] * 2
            d = before / b[i]
            e = d + 1
            out[i] = e
    except ZeroDivisionError:
        return "zero", i, before, d, e
    return i, before, d, e


def left_by_condition(const double[:] a, const double[:] b, double[:] out):
    cdef Py_ssize_t i
    cdef double kept = -1
    for i in range(a.shape[0]):
        if a[i] > 0:
            kept = a[i]
        out[i] = 1 / b[i]
    return kept


def of_the_last(const double[:] a, const double[:] b, double[:] out):
    cdef Py_ssize_t i
    cdef double last = 1
    for i in range(a.shape[0]):
        out[i] = last / b[i]
        last = a[i]


def by_variables(const double[:] a, const double[:] b, double[:] out, double[:] other):
    """The indices of what is stored to are computed."""
    cdef Py_ssize_t i, m, k
    for i in range(a.shape[0] - 1):
        m = i + 1
        out[m] = a[i] / b[i]
    for i in range(a.shape[0] - 1):
        m = i + 1
        k = a.shape[0] - m
        other[k] = a[m] / b[m]


def rows(const double[:, :] a, const double[:, :] b, double[:, :] out):
    cdef Py_ssize_t i, j
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            out[i, j] = (a[i, j] - b[i, j]) / (a[i, j] + b[i, j])


def from_the_row_before(double[:, :] a):
    cdef Py_ssize_t i, j
    for i in range(1, a.shape[0]):
        for j in range(a.shape[1]):
            a[i, j] = a[i, j] / a[i - 1, j]


def columns(const double[:, :] a, const double[:] b, double[:, :] out):
    cdef Py_ssize_t i, j
    for j in range(a.shape[1]):
        for i in range(a.shape[0]):
            out[i, j] = a[i, j] / b[i]


def shifted(const double[:] a, const double[:] b, double[:] out, long start, long stop):
    cdef long i
    for i in range(start, stop):
        out[i + 1] = a[i + 2] / b[i]


def backwards(const double[:] a, const double[:] b, double[:] out):
    cdef Py_ssize_t i
    for i in range(a.shape[0] - 1, -1, -1):
        out[i] = a[i] / b[i]


def by_number(const double[:] a, double[:] out, double mean, double deviation):
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        out[i] = (a[i] - mean) / deviation


def with_root(const double[:] x, const double[:] y, double[:] u, double[:] v):
    cdef Py_ssize_t i
    cdef double length
    for i in range(x.shape[0]):
        length = sqrt(x[i] * x[i] + y[i] * y[i])
        u[i] = x[i] / length
        v[i] = y[i] / length


def of_integers(const long[:] a, const int[:] b, double[:] out):
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        out[i] = a[i] / <double>b[i]


def to_integers(const double[:] a, const double[:] b, int[:] out):
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        out[i] = a[i] / b[i] > 1


def by_threads(const double[:] a, const double[:] b, double[:] out):
    cdef Py_ssize_t i
    for i in prange(a.shape[0], nogil=True):
        out[i] = a[i] / b[i]


def by_threads_in_place(double[:] a, const double[:] b):
    cdef Py_ssize_t i
    cdef double d = -1
    for i in prange(a.shape[0], nogil=True, num_threads=2):
        d = a[i] + 1
        a[i] = d / b[i]
    return d


def rows_by_threads(const double[:, :] a, const double[:, :] b, double[:, :] out):
    cdef Py_ssize_t i, j
    for i in prange(a.shape[0], nogil=True):
        for j in range(a.shape[1]):
            out[i, j] = a[i, j] / b[i, j]


@cython.boundscheck(False)
@cython.wraparound(False)
def without_bounds(const double[:] a, const double[:] b, double[:] out):
    cdef Py_ssize_t i
    for i in range(out.shape[0]):
        out[i] = a[i] / b[i]


@cython.cdivision(True)
def unchecked(const double[:] a, const double[:] b, double[:] out):
    cdef Py_ssize_t i
    for i in range(a.shape[0]):
        out[i] = a[i] / b[i]
