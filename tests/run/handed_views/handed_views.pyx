"""Memoryviews in calls of other modules' C functions and methods, and through pointers."""

import numpy as np

from cython.parallel import prange

from kit cimport tools
from kit.tools cimport Longer, Rows, doubled, keep, made, measure, shifted, total

ctypedef double[:] (*maker)(double[:], int)


def functions(x):
    cdef double[:] view = x
    cdef double[:, ::1] square = np.ones((2, view.shape[0]))
    cdef double[::1] new = made(4)
    cdef const float[::1] small = np.ones(3, np.float32)
    cdef double result = tools.dotted(square, view)
    return (
        total(x), total(view[::-1]), total(made(3)), result, square[0, 0], np.array(doubled(view)), np.array(new),
        made(-1) is None, tools.weighed(view), tools.weighed(view, 3), tools.weighed(view, 1, [x]), np.array(shifted(x, 0.5)),
        tools.of_fused(view, 1), tools.of_fused(small, 2),
    )


def fused(double[:] x, float[:] y):
    return tools.rescaled(x, 2), tools.rescaled(y, 3), np.array(x), np.array(y), tools.rescaled(x, 0)


def keeping(x):
    count = keep(x)
    x = None
    cdef double[:] again = tools.kept()
    again[0] += 1
    return np.array(again), np.array(tools.kept())


def unlocked(double[:, ::1] x):
    cdef Py_ssize_t i
    cdef double sum = 0
    for i in prange(x.shape[0], nogil=True, num_threads=2):
        sum += total(x[i]) + tools.dotted(x[i : i + 1], x[i])
    return sum, np.array(x)


cdef double largest(const double[:] x, double by) except? -1 nogil:
    cdef Py_ssize_t i
    cdef double found = x[0]
    for i in range(x.shape[0]):
        found = max(found, x[i])
    return found + by


cdef double quiet(const double[:] x) noexcept nogil:
    return x[x.shape[0] - 1]


def offloaded(double[:] x, double[:] out):
    cdef Py_ssize_t i
    cdef double (*f)(const double[:]) noexcept nogil
    f = quiet
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = quiet(x) * i
    return f(x[:2]), tools.tail(out[:, None], 0), tools.end(out[None, :], 1)


cdef double[:] part(double[:] x, int n):
    if n > x.shape[0]:
        raise IndexError(n)
    return x[:n]


cdef double[:] copied(double[:] x, int n):
    x = x.copy()
    x[0] = n
    return x


cdef maker chosen(bint first):
    return part if first else copied


def pointers(x, int n):
    cdef double[:] view = x
    cdef measure f = largest
    cdef double (*g)(const double[:]) noexcept nogil
    cdef measure[2] both
    g = quiet
    both[0], both[1] = largest, tools.by_name("scaled")
    cdef double sum
    with nogil:
        sum = f(view, 1) + g(view[1:])
    return (
        sum, tools.pointed(n, largest, x), tools.pointed(n, tools.by_name("scaled"), view), np.array(chosen(True)(view, n)),
        np.array(chosen(False)(view, n)), both[0](view, 2), both[1](view, 2), view[0],
    )


def failing(int which, x):
    cdef measure f = tools.by_name("failing")
    if which == 0:
        return total(np.zeros(0))
    elif which == 1:
        return doubled(None)
    elif which == 2:
        return f(x, 1)
    elif which == 3:
        return tools.pointed(1, f, x)
    elif which == 4:
        return np.array(chosen(True)(x, 100))
    elif which == 5:
        return Rows().first(np.zeros(0))
    elif which == 6:
        return total(x.astype(int))
    return total(None)


cdef class Mine(Longer):
    cdef double first(self, double[:] x) except? -1 nogil:
        if x.shape[0] > 5:
            raise OverflowError("long")
        return 100 * x[0]

    cdef double[:] half(self, double[:] x):
        return x[1:]

    cpdef double least(self, const double[:] x) except? -1:
        return -1 if x[0] < 0 else 3 * x[0]


cdef class Other(Rows):
    cdef int filled(self, double[:] x, double value=9) except -1:
        x[0] = value
        return 1


def classes():
    return Rows, Longer, Mine, Other


def methods(Rows rows not None, x):
    cdef double[:] view = x
    cdef double inside
    with nogil:
        inside = rows.first(view)
    return (
        inside, np.array(rows.half(view)), rows.least(view), rows.filled(rows.half(view)), rows.filled(view[1:], 4),
        np.array(view), rows.plain(), Rows.first(rows, view),
    )


def longer(Longer rows, double[:, :] x):
    return rows.last(x, 1), np.array(x), rows.first(x[0])
