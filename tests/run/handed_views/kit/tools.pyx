# cython: language_level=3

import numpy as np

from cython.parallel import prange

cdef int calls = 0
cdef double[:] stored


cdef double total(const double[:] x) except? -1 nogil:
    global calls
    cdef Py_ssize_t i
    cdef double sum = 0
    calls += 1
    if x is None or x.shape[0] == 0:
        raise ValueError("nothing to add")
    for i in range(x.shape[0]):
        sum += x[i]
    return sum


cdef double dotted(double[:, ::1] x, double[:] y) noexcept nogil:
    global calls
    cdef Py_ssize_t i
    cdef double sum = 0
    for i in range(x.shape[1]):
        sum += x[0, i] * y[i]
    x[0, 0] = sum
    return sum


cdef double tail(const double[:, :] x, int column) noexcept nogil:
    return x[x.shape[0] - 1, column] + FACTOR


cdef double FACTOR = 0.25


def tails(double[:, :] x, double[:] out):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = end(x, i)


cdef double end(const double[:, :] x, Py_ssize_t i) noexcept nogil:
    return x[x.shape[0] - 1, i]


cpdef int rescaled(cython.floating[:] x, cython.floating by) except -1:
    np.multiply(x, by, out=np.asarray(x))
    if by == 0:
        raise ValueError("nothing is left")
    return x.shape[0]


cdef double[:] doubled(double[:] x):
    if x is None:
        raise TypeError("no view")
    return 2 * np.asarray(x)


cdef double[::1] made(int n):
    if n < 0:
        return None
    return np.arange(n, dtype=float)


cdef object keep(double[:] x):
    global stored
    stored = x
    return calls


cdef double[:] kept():
    return stored


cdef double weighed(double[:] x, double by=2, object more=None) except? -1:
    return x[0] * by + (0 if more is None else len(more)) + np.sum(x)


cpdef double[:] shifted(double[:] x, double by):
    return np.asarray(x) + by


cdef double of_fused(row x, int n) except? -1:
    return x[n] * x.itemsize + len(np.shape(x))


cdef double pointed(int n, measure f, const double[:] x) except? -1 nogil:
    global calls
    calls += n
    return f(x[n:], n)


cdef double scaled(const double[:] x, double by) except? -1 nogil:
    return by * x[0] + x.shape[0]


cdef double failing(const double[:] x, double by) except? -1 nogil:
    raise KeyError("failing")


cdef measure by_name(str name):
    return scaled if name == "scaled" else failing


cdef class Rows:
    def __init__(self, scale=1.0):
        self.scale = scale

    cdef double first(self, double[:] x) except? -1 nogil:
        if x.shape[0] == 0:
            raise ValueError("empty")
        return self.scale * x[0]

    cdef double[:] half(self, double[:] x):
        return x[: x.shape[0] // 2]

    cpdef double least(self, const double[:] x) except? -1:
        return min(x)

    cdef int filled(self, double[:] x, double value=7) except -1:
        x[:] = value * self.scale
        return x.shape[0]

    cdef double plain(self) noexcept nogil:
        return self.scale


cdef class Longer(Rows):
    cdef double last(self, double[:, :] x, int column) noexcept nogil:
        x[0, column] += 1
        return x[x.shape[0] - 1, column]

    cdef double[:] half(self, double[:] x):
        return x[::2]


def called(Rows rows not None, double[:] x):
    return rows.first(x), np.array(rows.half(x)), rows.least(x), rows.filled(rows.half(x)), rows.filled(rows.half(x), 2), rows.plain()
