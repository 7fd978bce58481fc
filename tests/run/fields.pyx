"""Fields of objects in offload code."""
import numpy as np
from cython.parallel import parallel, prange
from libc.math cimport sqrt

cdef struct Scale:
    double a
    double b


cdef class Grid:
    cdef public double[:, ::1] x
    cdef public double[::1] w
    cdef public const double[:] given
    cdef public double k
    cdef public double total
    cdef public double least
    cdef public long most
    cdef public int n
    cdef Scale scale
    cdef double[3] coefficients
    cdef int[4] counts
    cdef public double[::1] optional
    cdef public Grid other

    def __init__(self, int n):
        self.n = n
        self.x = np.arange(n * 4, dtype=float).reshape(n, 4)
        self.w = np.arange(1, 5, dtype=float)
        self.k = 2
        self.scale.a = 3
        self.coefficients[0] = 1
        self.coefficients[1] = 10
        self.coefficients[2] = 100

    cdef inline double at(self, Py_ssize_t i, Py_ssize_t j) noexcept nogil:
        return self.x[i, j] * self.k * self.weight(j) + self.coefficients[1]

    cdef inline double weight(self, Py_ssize_t j) noexcept nogil:
        return self.w[j]

    cdef double guarded(self, double value) except? -1 nogil:
        if value > self.k * 1000:
            raise ValueError("too large")
        return value * self.scale.a

    def step(self):
        cdef int i, j
        for i in prange(self.n, nogil=True, device={}):
            for j in range(4):
                self.x[i, j] += self.k * self.w[j] + self.scale.a * self.coefficients[2]
        return np.asarray(self.x)

    def reduced(self):
        cdef int i
        self.total = 0.5
        self.least = 100
        self.most = 0
        with nogil, parallel(device={}, num_threads=1):  # Cython makes no reductions of these
            for i in prange(self.n):
                self.total += self.at(i, 1)
                self.least = min(self.least, self.x[i, 2])
                self.most = max(self.most, i)
        return self.total, self.least, self.most

    def counted(self):
        cdef int i
        for i in range(4):
            self.counts[i] = 0
        for i in prange(4, nogil=True, device={}):
            self.counts[i] = i * self.n + self.counts[i]
        return self.counts[0], self.counts[1], self.counts[3]

    def written(self):
        cdef int i
        for i in prange(4, nogil=True, device={self.w: 'from', self.given: 'to'}):
            self.w[i] = 2 * self.given[i]
        return np.asarray(self.w)

    def resident(self, rounds):
        cdef int i, t
        cdef double first = 0
        with device({self.x: 'tofrom', self.w: 'to'}):
            for t in range(rounds):
                for i in prange(self.n, nogil=True, device={}):
                    self.x[i, 0] += self.w[1]
            update({self.x: 'from'})
            first = self.x[0, 0]
        return first, np.asarray(self.x)

    def kept(self, rounds):
        cdef int i, t
        cdef double s = 0
        with device():
            for t in range(rounds):
                for i in prange(self.n, nogil=True, device={}):
                    self.x[i, 1] += self.w[1]
                s += self.x[0, 1]
                self.w[1] += 1
            for i in prange(self.n, nogil=True, device={}):
                self.x[i, 2] *= self.k
        return s, np.asarray(self.x)

    def rebound(self, other):
        """What the fields show changes inside the context."""
        cdef int i, t
        old = np.asarray(self.x)
        with device():
            for t in range(3):
                for i in prange(self.n, nogil=True, device={}):
                    self.x[i, 3] += 1 + t
                if t == 0:
                    self.x = other
                self.n -= 1
        return old, np.asarray(self.x), self.n

    def swapped(self, Grid other):
        cdef int i, t
        with device({self.w: 'tofrom', other.w: 'tofrom'}):
            for t in range(3):
                for i in prange(4, nogil=True, device={}):
                    self.w[i] += other.w[i] + t
                self.w, other.w = other.w, self.w
        return np.asarray(self.w), np.asarray(other.w)

    def exchanged(self, int rounds):
        """The names change places, and nothing moves."""
        cdef int i, t
        with device():
            for t in range(rounds):
                for i in prange(4, nogil=True, device={}):
                    self.optional[i] = self.w[i] + self.weight(i)
                self.w, self.optional = self.optional, self.w
        return np.asarray(self.w), np.asarray(self.optional)

    def looped(self, int rounds):
        cdef int i, t
        for t in range(rounds):
            for i in prange(4, nogil=True, device={}):
                self.w[i] += self.k
            if t == 1:
                self.w = self.optional[:4]
        return np.asarray(self.w), np.asarray(self.optional)

    def aliased(self):
        cdef double[:, ::1] x = self.x
        cdef int i
        for i in prange(self.n, nogil=True, device={}):
            x[i, 0] = self.x[i, 1] + self.x[i, 0]
        return np.asarray(self.x)

    def overlapping(self):
        cdef double[:, ::1] x = self.x[1:]
        cdef int i
        for i in prange(1, nogil=True, device={}):
            x[i, 0] = self.x[i, 1]
        return np.asarray(self.x)

    def chained(self, Grid grid):
        cdef int i
        for i in prange(self.n, nogil=True, device={}):
            self.x[i, 0] = grid.other.x[i, 1] * grid.other.k + grid.k
        return np.asarray(self.x)

    def unused(self, bint use):
        cdef int i
        for i in prange(4, nogil=True, device={}):
            self.w[i] += self.optional[i] if use else 1
        return np.asarray(self.w)

    def failing(self, double big):
        cdef int i
        for i in prange(4, nogil=True, device={}):
            self.w[i] = self.guarded(big if i == 2 else 1)
        return np.asarray(self.w)

    def outside(self, int n):
        cdef int i
        for i in prange(n, nogil=True, device={}):
            self.w[i] = self.k
        return np.asarray(self.w)


cdef class Finer(Grid):
    cdef double[::1] extra

    def __init__(self, n):
        Grid.__init__(self, n)
        self.extra = np.ones(n)

    def both(self):
        cdef int i
        for i in prange(self.n, nogil=True, device={}):
            self.extra[i] += self.x[i, 0] + self.weight(2)
        return np.asarray(self.extra)


def outside_of_classes(Grid grid not None, double[:] out):
    cdef int i
    for i in prange(grid.n, nogil=True, device={}):
        out[i] = sqrt(grid.at(i, 0)) + grid.coefficients[0]
    return np.asarray(out)


cdef struct Moment:
    long s
    int as


cdef inline long ticks(Moment *moment, int as) noexcept nogil:
    return moment.s * 10 + moment.as


def named_as(long[::1] seconds, int rest):
    """C names that are words of Python's statements."""
    cdef Moment moment
    cdef int i
    moment.as = rest
    moment.as += 1
    for i in prange(seconds.shape[0], nogil=True, device={}):
        seconds[i] = seconds[i] * 100 + moment.as
    moment.s = 4
    with open(__import__("os").devnull) as nothing:
        return ticks(&moment, 3), moment, np.asarray(seconds)
