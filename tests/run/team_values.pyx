# What a team's threads read of the iteration around their loop: it changes from one loop to the next, and each team has
# several iterations.
cimport cython
from cython.parallel import parallel, prange

cdef struct Range:
    int first, last
    double by, scale


@cython.boundscheck(False)
@cython.wraparound(False)
def changed(double[:, ::1] x, double[::1] y):
    """A number that changes between two loops."""
    cdef Py_ssize_t i, j
    cdef double m
    with nogil, parallel(num_teams=1, device={}):
        for i in prange(x.shape[0]):
            m = y[i]
            for j in prange(x.shape[1]):
                x[i, j] += m
            m = m * 2 + 1
            for j in prange(x.shape[1]):
                x[i, j] += m


@cython.boundscheck(False)
@cython.wraparound(False)
def counted(double[:, ::1] x, int[::1] counts):
    """How often there is a loop changes in front of it."""
    cdef Py_ssize_t i, j
    cdef int n
    with nogil, parallel(num_teams=1, device={}):
        for i in prange(x.shape[0]):
            n = counts[i]
            while n > 0:
                n = n - 1
                for j in prange(x.shape[1] - n):
                    x[i, j] += n


@cython.boundscheck(False)
@cython.wraparound(False)
def summed(double[:, ::1] x, double[::1] y):
    """A sum to which the iteration adds, and the loops on some ways."""
    cdef Py_ssize_t i, j
    cdef double total = 0, t
    with nogil, parallel(num_teams=1, device={}):
        for i in prange(x.shape[0]):
            t = y[i]
            for j in prange(x.shape[1]):
                total += x[i, j] * t
            total += t
            t = t + 1
            if t > 3:
                for j in prange(x.shape[1]):
                    total += x[i, j] * t
                total += t
    return total


@cython.boundscheck(False)
@cython.wraparound(False)
def complex_ones(double complex[:, ::1] x, double complex[::1] y):
    cdef Py_ssize_t i, j
    cdef double complex m
    with nogil, parallel(num_teams=1, device={}):
        for i in prange(x.shape[0]):
            m = y[i]
            while m.real > 0:
                m = m - 1
                for j in prange(x.shape[1]):
                    x[i, j] = x[i, j] + m


@cython.boundscheck(False)
@cython.wraparound(False)
def structs(double[:, ::1] x, int[::1] counts):
    cdef Py_ssize_t i, j
    cdef Range r
    with nogil, parallel(num_teams=1, device={}):
        for i in prange(x.shape[0]):
            r = Range(0, counts[i], 1, 2)
            while r.last > 0:
                r.last = r.last - 1
                r.by = r.by + 2
                for j in prange(r.first, x.shape[1] - r.last):
                    x[i, j] += r.last * r.scale + r.by


def checked(double[:, ::1] x, int[::1] counts):
    """The last statement may fail: it reads the number that counts."""
    cdef Py_ssize_t i, j
    cdef int n
    with nogil, parallel(num_teams=1, device={}):
        for i in prange(counts.shape[0]):
            n = counts[i]
            if n < 0:
                continue
            for j in prange(n):
                x[i, j] += n


# Here clang would let one thread alone store into variables of all threads: such loops are one thread's.


cdef int parts(int n) noexcept nogil:
    return 100 // n


@cython.boundscheck(False)
@cython.wraparound(False)
def dropped(double[:, ::1] x, int[::1] counts):
    """A function that drops an error."""
    cdef Py_ssize_t i, j
    cdef int n, part
    with nogil, parallel(num_teams=1, device={}):
        for i in prange(x.shape[0]):
            n = counts[i]
            while n > 0:
                n = n - 1
                part = parts(n % 3)
                for j in prange(x.shape[1] - n):
                    x[i, j] += part


cdef void lower(int *n) noexcept nogil:
    n[0] -= 1


@cython.boundscheck(False)
@cython.wraparound(False)
def lowered(double[:, ::1] x, int[::1] counts):
    """A pointer to a variable of the iteration."""
    cdef Py_ssize_t i, j
    cdef int n
    with nogil, parallel(num_teams=1, device={}):
        for i in prange(x.shape[0]):
            n = counts[i]
            while n > 0:
                lower(&n)
                for j in prange(x.shape[1] - n):
                    x[i, j] += n


cdef double weighted(double by) noexcept nogil:
    cdef double weights[3]
    cdef int k
    for k in range(3):
        weights[k] = by * k
    return weights[0] + weights[1] + weights[2]


@cython.boundscheck(False)
@cython.wraparound(False)
def in_array(double[:, ::1] x, double[::1] y):
    """An array of a function that the iteration calls."""
    cdef Py_ssize_t i, j
    cdef double m
    with nogil, parallel(num_teams=1, device={}):
        for i in prange(x.shape[0]):
            m = weighted(y[i])
            for j in prange(x.shape[1]):
                x[i, j] += m


@cython.boundscheck(False)
@cython.wraparound(False)
def drained(double[:, ::1] x, int[::1] counts):
    """An element that the iteration reads and writes."""
    cdef Py_ssize_t i, j
    with nogil, parallel(num_teams=1, device={}):
        for i in prange(x.shape[0]):
            while counts[i] > 0:
                counts[i] = counts[i] - 1
                for j in prange(x.shape[1]):
                    x[i, j] += 1


@cython.boundscheck(False)
@cython.wraparound(False)
def between(double[:, ::1] x):
    """What a loop has written, between it and the next one."""
    cdef Py_ssize_t i, j
    cdef double ends
    with nogil, parallel(num_teams=1, device={}):
        for i in prange(x.shape[0]):
            for j in prange(x.shape[1]):
                x[i, j] += 1
            ends = x[i, 0] + x[i, 99]
            x[i, 99] = ends
            for j in prange(x.shape[1]):
                x[i, j] += ends


cdef double taken(double *y) noexcept nogil:
    cdef double value = y[0]
    y[0] = 0
    return value


@cython.boundscheck(False)
@cython.wraparound(False)
def emptied(double[:, ::1] x, double[::1] y):
    """A function that reads and writes."""
    cdef Py_ssize_t i, j
    cdef double m
    with nogil, parallel(num_teams=1, device={}):
        for i in prange(x.shape[0]):
            m = taken(&y[i])
            for j in prange(x.shape[1]):
                x[i, j] += m
