"""Arguments that calls of C functions leave out."""
from cython.parallel import prange

cdef enum Way:
    UP = 1
    DOWN = -1


cdef int sum_of(int a, int b=3, int c=-2 + 1) noexcept nogil:
    return a * 100 + b * 10 + c


cpdef double scaled(double x, double by=0.5, Way way=DOWN):
    return x * by * <int>way


cdef object shown(object x, str text="none", bint twice=False, object last=None):
    return (x, text, twice, last)


cdef double kernel(double* x, Py_ssize_t n, double start=1e-3) noexcept nogil:
    cdef Py_ssize_t i
    for i in range(n):
        start = start + x[i]
    return start


def calls(int a):
    return sum_of(a), sum_of(a, 4), sum_of(a, 4, 5), sum_of(sum_of(a), sum_of(a, 1))


def from_c(double x):
    return scaled(x), scaled(x, 2), scaled(x, 2, UP)


def objects(x):
    return shown(x), shown(x, "a"), shown(x, "a", True), shown(x, "a", True, x)


def in_a_region(double[:, ::1] x, double[::1] y):
    cdef Py_ssize_t i
    for i in prange(y.shape[0], nogil=True, device={}):
        y[i] = kernel(&x[i, 0], x.shape[1]) + sum_of(<int>i)
