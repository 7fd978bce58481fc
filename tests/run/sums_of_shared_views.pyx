"""Threads of regions add up what they have in views that show what other code of the region reads: one thread runs such a region, in order."""
from cython.parallel import parallel, prange
from libc.stdlib cimport calloc, free


def added_up(double[::1] x, long[::1] keys, double[::1] sums, int threads):
    """Reads x in the loop, and adds to sums after it."""
    cdef Py_ssize_t i, k, n = sums.shape[0]
    cdef double *mine
    with nogil, parallel(device={}, num_threads=threads):
        mine = <double *>calloc(n, sizeof(double))
        for i in prange(x.shape[0]):
            mine[keys[i]] += x[i]
        with gil:
            for k in range(n):
                sums[k] += mine[k]
        free(mine)


def weighed(double[::1] x, double[::1] weights, double[::1] sums, int threads):
    """Changes x in the loop, and reads weights after it."""
    cdef Py_ssize_t i, k, n = sums.shape[0]
    cdef double *mine
    with nogil, parallel(device={}, num_threads=threads):
        mine = <double *>calloc(n, sizeof(double))
        for i in prange(x.shape[0]):
            mine[i % n] += x[i]
            x[i] = 10 * i
        with gil:
            for k in range(n):
                sums[k] += mine[k] * weights[k]
        free(mine)


def locked(double[::1] x, double[::1] sums, int threads):
    """A sum under a lock changes what it adds."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}, num_threads=threads):
        with gil:
            sums[0] += x[0]


def extreme(double[::1] x, double[::1] least, int threads):
    """A minimum under a lock changes what others are compared with."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}, num_threads=threads):
        with gil:
            if x[i] - x[0] < least[0]:
                least[0] = x[i] - x[0]


def kept(double[::1] x, double[::1] sums, int threads):
    """What the context keeps on the device comes home for the region, and goes there again."""
    cdef Py_ssize_t i, step
    with device():
        for step in range(2):
            for i in prange(x.shape[0], nogil=True, device={}):
                x[i] = 2 * x[i] + 1
            for i in prange(x.shape[0], nogil=True, device={}, num_threads=threads):
                with gil:
                    sums[0] += x[1]


def fails(double[::1] x, long[::1] keys, double[::1] sums, int threads):
    """An index is outside, after others were not."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}, num_threads=threads):
        with gil:
            sums[keys[i]] += x[0]


cdef double fill(double[::1] x) noexcept nogil:
    cdef Py_ssize_t i
    for i in prange(x.shape[0], num_threads=3):
        x[i] += 1
    return x[0]


def after(double[::1] x):
    """Loops that come later run in several threads again."""
    return fill(x), list(x)
