# cython: boundscheck=False, wraparound=False, cdivision=True
# Several writes that cover all together, and neighbours that leave something out.
from cython.parallel import parallel, prange


def border(double[::1] x, double[::1] y):
    cdef Py_ssize_t i, n = x.shape[0]
    #~ y: from if n == max(1, n) and y.shape[0] >= max(1, n), else tofrom | y[0:max(1, n)] | every element is written before it is read where the conditions hold
    #~ x: to | x[0:n] | only read
    with nogil, parallel(device={}):
        for i in prange(1, n - 1):
            y[i] = x[i - 1] + x[i + 1]
        y[0] = 0
        y[n - 1] = 0


def border_with_a_gap(double[::1] x, double[::1] y):
    cdef Py_ssize_t i, n = x.shape[0]
    #~ y: from if 1 == max(1, n) and y.shape[0] >= max(1, n), else tofrom | y[0:max(1, n)] | perhaps not all of it is written: the indices do not cover it
    #~ x: to | x[1:n] | only read
    with nogil, parallel(device={}):
        for i in prange(2, n - 1):
            y[i] = x[i - 1] + x[i + 1]
        y[0] = 0
        y[n - 1] = 0


def two_ranges(double[::1] x, Py_ssize_t middle):
    cdef Py_ssize_t i
    #~ x: from | x | every element is written before it is read
    with nogil, parallel(device={}):
        for i in prange(middle):
            x[i] = 1
        for i in prange(middle, x.shape[0]):
            x[i] = 2


def two_ranges_with_a_gap(double[::1] x, Py_ssize_t middle):
    cdef Py_ssize_t i
    #~ x: from if middle == x.shape[0], else tofrom | x | every element is written before it is read where the conditions hold
    with nogil, parallel(device={}):
        for i in prange(middle):
            x[i] = 1
        for i in prange(middle + 1, x.shape[0]):
            x[i] = 2


def columns(double[:, ::1] x, Py_ssize_t n):
    cdef Py_ssize_t i
    #~ x: from if x.shape[0] >= n and x.shape[1] >= 3, else tofrom | x[0:n, 0:3] | every element is written before it is read where the conditions hold
    for i in prange(n, nogil=True, device={}):
        x[i, 0] = 1
        x[i, 1] = 2
        x[i, 2] = 3


def columns_of_other_rows(double[:, ::1] x, Py_ssize_t n):
    cdef Py_ssize_t i
    #~ x: tofrom | x[0:n, 0:2] | perhaps not all of it is written: the indices do not cover it
    with nogil, parallel(device={}):
        for i in prange(n):
            x[i, 0] = 1
        for i in prange(n - 1):
            x[i, 1] = 2


def read_after_both(double[::1] x, double[::1] y, Py_ssize_t middle):
    cdef Py_ssize_t i
    #~ x: from | x | every element is written before it is read
    #~ y: from | y | every element is written before it is read
    with nogil, parallel(device={}):
        for i in prange(middle):
            x[i] = 1
        for i in prange(middle, x.shape[0]):
            x[i] = 2
        for i in prange(y.shape[0]):
            y[i] = x[i // 2]


def read_between(double[::1] x, double[::1] y, Py_ssize_t middle):
    cdef Py_ssize_t i
    #~ x: from if middle == x.shape[0], else tofrom | x | every element is written before it is read where the conditions hold
    #~ y: from | y | every element is written before it is read
    with nogil, parallel(device={}):
        for i in prange(middle):
            x[i] = 1
        for i in prange(y.shape[0]):
            y[i] = x[i // 2]
        for i in prange(middle, x.shape[0]):
            x[i] = 2


def one_of_them_under_a_condition(double[::1] x, Py_ssize_t middle):
    cdef Py_ssize_t i
    #~ x: from if middle == x.shape[0], else tofrom | x | every element is written before it is read where the conditions hold
    with nogil, parallel(device={}):
        for i in prange(middle):
            x[i] = 1
        for i in prange(middle, x.shape[0]):
            if i % 2:
                x[i] = 2
