"""Regions on the host run their loops as other parallel loops do: on one thread where there is little to do, with and without checks,
several iterations at once."""
from cython.parallel import parallel, prange
from libc.math cimport sqrt
cimport cython


def collatz(long[::1] out, Py_ssize_t first=0):
    """Iterations of any length."""
    cdef Py_ssize_t i
    cdef long n, steps
    for i in prange(first, out.shape[0], nogil=True, device={}):
        n = i + 1
        steps = 0
        while n > 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps = steps + 1
        out[i] = steps


def ragged(double[::1] out, double[::1] values, int[::1] starts):
    """Ranges that are loaded; what is checked may be outside."""
    cdef Py_ssize_t i
    cdef int k
    cdef double total
    for i in prange(out.shape[0], nogil=True, device={}):
        total = 0
        for k in range(starts[i], starts[i + 1]):
            total = total + values[k]
        out[i] = total


def shifted(double[::1] out, double[::1] of, Py_ssize_t by):
    """One condition before the region says whether all indices are inside."""
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = of[i + by] * 2


def quotients(double[::1] out, double[::1] above, double[::1] below):
    """Divisors may be zero, in one of the first iterations or in a late one."""
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = above[i] / below[i]


def centred(double[:, :] x, double[::1] widths):
    """Views with any strides, whose columns are changed."""
    cdef Py_ssize_t i, j
    cdef double mean
    with nogil, parallel(device={}):
        for j in prange(x.shape[1]):
            mean = 0
            for i in range(x.shape[0]):
                mean = mean + x[i, j]
            mean = mean / x.shape[0]
            for i in range(x.shape[0]):
                x[i, j] = (x[i, j] - mean) / widths[j]


@cython.boundscheck(False)
@cython.wraparound(False)
def clipped(double[::1] out, double[::1] x, double low, double high):
    """Both arms of a condition store to the same element."""
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        if x[i] < low:
            out[i] = low
        elif x[i] > high:
            out[i] = high
        else:
            out[i] = x[i]


def distances(double[:, ::1] x, double[:, ::1] d):
    """A parallel loop in another one is a plain loop of the thread that runs it."""
    cdef int i, j, k
    cdef double total
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            for j in prange(x.shape[0]):
                total = 0
                for k in range(x.shape[1]):
                    total = total + (x[i, k] - x[j, k]) * (x[i, k] - x[j, k])
                d[i, j] = sqrt(total)


def relaxed(double[::1] x, double[::1] y, int times):
    """Kernels one after another, in a loop of the host, with a number that it changes."""
    cdef Py_ssize_t i
    cdef int time
    cdef double step = 1
    with nogil, parallel(device={}):
        for time in range(times):
            for i in prange(1, x.shape[0] - 1):
                y[i] = x[i] + step * (x[i - 1] - 2 * x[i] + x[i + 1])
            for i in prange(1, x.shape[0] - 1):
                x[i] = y[i]
            step = step / 2


def reduced(int[::1] x):
    """Exact in any order."""
    cdef Py_ssize_t i
    cdef long total = 5
    cdef int least = 1000, most = -1000
    for i in prange(x.shape[0], nogil=True, device={}):
        total += x[i]
        least = min(least, x[i])
        most = max(most, x[i])
    return total, least, most


def last(long[::1] out):
    """What follows the loop has its last values."""
    cdef Py_ssize_t i
    cdef long n = -1
    for i in prange(out.shape[0], nogil=True, device={}):
        n = i
        while n > 7:
            n = n - 7
        out[i] = n
    return n, i if out.shape[0] else None


def places(double[:, ::1] x, int[::1] at, double least):
    """Loops that are left where they have found something."""
    cdef Py_ssize_t i
    cdef int j
    for i in prange(x.shape[0], nogil=True, device={}):
        at[i] = -1
        for j in range(x.shape[1]):
            if x[i, j] >= least:
                at[i] = j
                break


def by_threads(double[::1] x, int threads, bint wanted):
    """The user says how many threads."""
    cdef Py_ssize_t i
    with nogil, parallel(device={}, num_threads=threads):
        for i in prange(x.shape[0]):
            x[i] = x[i] + 1
        for i in prange(x.shape[0], use_threads_if=wanted):
            x[i] = x[i] * 2
