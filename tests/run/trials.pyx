"""Parallel loops of which nobody knows how long they take: they begin on one thread."""
from cython.parallel import prange
cimport cython


def collatz(long[:] out, Py_ssize_t first=0):
    """Iterations of any length."""
    cdef Py_ssize_t i
    cdef long n, steps
    for i in prange(first, out.shape[0], nogil=True):
        n = i + 1
        steps = 0
        while n > 1:
            n = n // 2 if n % 2 == 0 else 3 * n + 1
            steps = steps + 1
        out[i] = steps


def ragged(double[:] out, double[:] values, int[:] starts):
    """Ranges that are loaded; what is checked may be outside."""
    cdef Py_ssize_t i
    cdef int k
    cdef double total
    for i in prange(out.shape[0], nogil=True):
        total = 0
        for k in range(starts[i], starts[i + 1]):
            total = total + values[k]
        out[i] = total


@cython.boundscheck(False)
@cython.wraparound(False)
def negative(long[:] out, int low, int high):
    """Numbers from below zero; the counter is narrower than what it is compared with."""
    cdef int i
    cdef long k
    for i in prange(low, high, nogil=True):
        k = i
        while k < 0:
            k = k + 10
        out[i - low] = k


cdef double root(double x, double start) except -1 nogil:
    """Fails for what has none."""
    cdef double y = start
    if x < 0:
        with gil:
            raise ValueError(x)
    while (y * y - x) * (y * y - x) > 1e-18:
        y = (y + x / y) / 2
    return y


def roots(double[::1] out, double[::1] of):
    """Calls that may fail, in one of the first iterations or in a late one."""
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True):
        out[i] = root(of[i], 1.0)


def divided(double[::1] out, double[::1] above, double[::1] below, int times):
    cdef Py_ssize_t i
    cdef int k
    for i in prange(out.shape[0], nogil=True):
        out[i] = 0
        k = 0
        while k < times:
            out[i] = out[i] + above[i] / below[i]
            k = k + 1


@cython.boundscheck(False)
@cython.wraparound(False)
def nested(int[:, ::1] out, int limit):
    """One after another, in a loop and in rows of any length."""
    cdef Py_ssize_t i, j
    cdef int time, k
    for time in range(3):
        for i in prange(out.shape[0], nogil=True):
            for j in range(i % (out.shape[1] + 1)):
                k = 0
                while k < limit and k * k < out[i, j]:
                    k = k + 1
                out[i, j] = out[i, j] + k
        for i in prange(out.shape[0], nogil=True):
            for j in range(i % (out.shape[1] + 1)):
                out[i, j] += time


@cython.boundscheck(False)
@cython.wraparound(False)
def estimated(double[:, ::1] out, double[:, ::1] a, double[:, ::1] b):
    """About as much work as it takes to start threads."""
    cdef Py_ssize_t i, j, k
    cdef double total
    for i in prange(a.shape[0], nogil=True):
        for j in range(b.shape[1]):
            total = 0
            for k in range(a.shape[1]):
                total = total + a[i, k] * b[k, j]
            if total > 5:
                out[i, j] = total
            else:
                out[i, j] = -total


@cython.boundscheck(False)
@cython.wraparound(False)
def last(long[:] out):
    """What follows the loop has its last values: it does not run in parts."""
    cdef Py_ssize_t i
    cdef long n = -1
    for i in prange(out.shape[0], nogil=True):
        n = i
        while n > 7:
            n = n - 7
        out[i] = n
    return n, i if out.shape[0] else None


@cython.boundscheck(False)
@cython.wraparound(False)
def generated(long[:] out, int times):
    """In a generator, whose variables live on."""
    cdef Py_ssize_t i
    cdef long n
    cdef int time
    for time in range(times):
        for i in prange(out.shape[0], nogil=True):
            n = i + time
            while n > 7:
                n = n - 7
            out[i] = n
        yield time


cdef class Counts:
    cdef long[:] out
    cdef int modulus

    def __init__(self, out, modulus):
        self.out = out
        self.modulus = modulus

    def fill(self, Py_ssize_t first, Py_ssize_t end):
        cdef Py_ssize_t i
        cdef long n
        for i in prange(first, end, nogil=True):
            n = i
            while n >= self.modulus:
                n = n - self.modulus
            self.out[i] = n
