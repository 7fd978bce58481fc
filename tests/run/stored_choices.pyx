# Elements to which all arms of a condition store.
cimport cython
from cython.parallel import prange


def clip(const double[:] x, double[:] out, double low, double high):
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        if x[i] < low:
            out[i] = low
        elif x[i] > high:
            out[i] = high
        else:
            out[i] = x[i]


def clip_in_place(float[:, :] x, float low):
    cdef Py_ssize_t i, j
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            if x[i, j] < low:
                x[i, j] = low
            else:
                x[i, j] = x[i, j] * 2


def huber(const double[:] r, double[:] out, double d):
    cdef Py_ssize_t i
    cdef double a
    for i in range(r.shape[0]):
        a = abs(r[i])
        if a <= d:
            out[i] = 0.5 * a * a
        else:
            out[i] = d * (a - 0.5 * d)


def threshold(const unsigned char[:] x, unsigned char[:] out, int least):
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        if x[i] >= least:
            out[i] = 255
        elif x[i] == 0:
            out[i] = 1
        else:
            out[i] = x[i] // 2


def by_threads(const long[:] x, int[:] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):
        if x[i] % 3 == 0:
            out[i] = 0
        else:
            if x[i] < 0:
                out[i] = -1
            else:
                out[i] = <int>x[i]


def moved(const double[:] x, double[:] out):
    """The arms store to elements that they find."""
    cdef Py_ssize_t i, at
    for i in range(x.shape[0]):
        at = i
        if x[i] < 0:
            at = 0
            out[at] = x[i]
        else:
            at = at // 2
            out[at] = 1


def others(const double[:] x, double[:] p, double[:] q):
    """Not the same elements in all arms, or more of them."""
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        if x[i] < 0:
            p[i] = 1
            q[i] = p[i] + x[i]
        elif x[i] > 1:
            q[i] = 2
        else:
            p[i] = 3
            q[i] = p[i] - 1


def looked_up(const int[:] at, const double[:] x, double[:] out):
    """An index may be outside in one of the arms, also where the result is stored."""
    cdef Py_ssize_t i
    for i in range(at.shape[0]):
        if at[i] < 0:
            out[i] = -1
        elif at[i] > 100:
            out[i] = x[at[i] - 100]
        else:
            out[i] = x[at[i]]


def objects(const double[:] x, double[:] out, names):
    """Arms with Python's objects."""
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        if x[i] > 0:
            names.append(i)
            out[i] = x[i]
        elif x[i] < -1:
            out[i] = names[0]
        else:
            out[i] = 0


def until(double[:] x):
    cdef Py_ssize_t i = 0
    while i < x.shape[0]:
        if x[i] > 0:
            x[i] = x[i] / 2
        elif i % 2:
            x[i] = 7
        else:
            x[i] = -x[i]
            i += 1
        i += 1


def left(const double[:] x, double[:] out):
    """Variables of the arms are read afterwards."""
    cdef Py_ssize_t i
    cdef double a = -1, b = -2
    for i in range(x.shape[0]):
        if x[i] > 0.5:
            a = x[i]
            out[i] = a
        else:
            b = x[i] * 2
            out[i] = b
    return a, b


def counted(const double[:] x, double[:] out, double least):
    cdef Py_ssize_t i
    cdef long count = 0
    for i in range(x.shape[0]):
        if x[i] > least:
            count += 1
            out[i] = 1
        else:
            out[i] = 0
    return count
