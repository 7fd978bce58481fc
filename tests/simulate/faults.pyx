# cython: boundscheck=False, wraparound=False
# Regions whose maps are right, and some whose maps the user has got wrong.
from cython.parallel import parallel, prange

def scale(double[:] x, double[:] y, double a):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        y[i] = a * x[i]

def from_for_tofrom(double[:] x, double[:] y):
    cdef Py_ssize_t i
    for i in prange(x.shape[0] - 1, nogil=True, device={x: 'to', y: 'from'}):
        y[i] = 2 * x[i]

def alloc_that_is_read(double[:] x, double[:] y):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={x: 'alloc', y: 'from'}):
        y[i] = 2 * x[i]

cdef void short_section(double* x, Py_ssize_t n, double* y) noexcept:
    cdef Py_ssize_t i
    for i in prange(n, nogil=True, device={x: ('to', n - 1), y: ('from', n)}):
        y[i] = 2 * x[i]

def one_element_short(double[::1] x, double[::1] y):
    short_section(&x[0], x.shape[0], &y[0])

def strided(double[:, ::1] x):
    cdef Py_ssize_t i
    cdef double[:] column = x[:, 1]
    for i in prange(column.shape[0], nogil=True, device={column: 'from'}):
        column[i] = i

# The compiler does not see that the number is an address.
cdef void double_at(size_t address, Py_ssize_t count, double* out) noexcept:
    cdef Py_ssize_t i
    for i in prange(count, nogil=True, device={out: ('from', count)}):
        out[i] = 2 * (<double*>address)[i]

def map_left_out(double[::1] x, double[::1] y):
    double_at(<size_t>&x[0], x.shape[0], &y[0])

# What is right again.

cdef double hushed(double x) noexcept nogil:
    if x < 0:
        raise ValueError("hushed")
    return 2 * x

cdef double careful(double x) except? -7 nogil:
    return hushed(x) + 1

cdef double indirect(double x) noexcept nogil:
    return careful(x) + 1

def dropped(double[::1] x, double[::1] y):
    """Errors go into records that are a thread's own."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        y[i] = indirect(x[i])

import numpy as np

def nothing_in_it(double[::1] x, double[::1] y):
    """What is not written of `t` has no contents on the host either."""
    cdef Py_ssize_t i
    cdef double[::1] t = np.empty(x.shape[0])
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] > 4:
            t[i] = x[i]
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] > 4:
            y[i] = t[i]

# Iterations that touch the same elements.

def neighbours(double[::1] x, double[::1] y):
    cdef Py_ssize_t i
    for i in prange(x.shape[0] - 1, nogil=True, device={}):
        y[i] = y[i + 1] + x[i]

def one_element(double[::1] x, double[::1] y):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        y[i // 2] = x[i]

# Kernels with data of their own, one after another.

cdef struct Weights:
    double of[100]

def several(double[::1] x, double[::1] y):
    cdef Py_ssize_t i
    cdef Weights w
    cdef double total = 0, last = -1
    for i in range(100):
        w.of[i] = i
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            y[i] = x[i] + w.of[i % 100]
        for i in prange(x.shape[0]):
            total += y[i]
        for i in prange(x.shape[0]):
            last = total * y[i]
    return total, last

def until(double[::1] x, double limit):
    """The host's loop ends by what kernels find."""
    cdef Py_ssize_t i
    cdef double most = limit + 1
    cdef int times = 0
    with nogil, parallel(device={}):
        while most > limit:
            most = 0
            times = times + 1
            for i in prange(x.shape[0]):
                x[i] = x[i] / 2
                most = max(most, x[i])
    return times
