"""Memoryviews of every layout: elements, slices, bounds, wraparound."""
import numpy as np
cimport cython


def element(double[:, :] x, Py_ssize_t i, Py_ssize_t j):
    return x[i, j]


def element_c(double[:, ::1] x, int i, int j):
    return x[i, j]


def element_f(double[::1, :] x, int i, int j):
    return x[i, j]


def const_element(const int[:] x, int i):
    return x[i]


@cython.boundscheck(False)
@cython.wraparound(False)
def unchecked(long[:] x, int i):
    return x[i]


@cython.wraparound(False)
def no_wraparound(long[:] x, int i):
    return x[i]


def store(float[:, :] x, int i, int j, double value):
    x[i, j] = value
    x[i, j] += 1
    x[-1, -1] *= 2


def store_in_place(double[:] x, double[:, :] y, int i, int j):
    """The value comes before the place."""
    x[i] += y[j, j] / 2
    x[i] -= _changes(x)


cdef double _changes(double[:] x):
    x[0] = 10
    return 1


def extents(double[:, :, :] x):
    return x.shape[0], x.shape[1], x.shape[2], len(x), x.ndim


def row_sum(double[:, :] x, int i):
    cdef double[:] row = x[i, :]
    cdef double total = 0
    cdef Py_ssize_t k
    for k in range(row.shape[0]):
        total += row[k]
    return total


def column(double[:, ::1] x, int j):
    cdef double[:] c = x[:, j]
    return np.asarray(c)


def part(double[:] x, int start, int stop, int step):
    return np.asarray(x[start:stop]), np.asarray(x[start:]), np.asarray(x[:stop]), np.asarray(x[start:stop:step])


def backwards(double[:] x):
    return np.asarray(x[::-1]), np.asarray(x[::2])


def plane(double[:, :, ::1] x, int k):
    cdef double[:, ::1] p = x[k]
    cdef double[::1] r = p[0]
    r[0] = 42.0
    return np.asarray(p), np.asarray(x[..., 0])


def transposed(double[:, ::1] x):
    cdef double[::1, :] t = x.T
    return np.asarray(t), t[0, 1] if x.shape[0] > 1 else 0.0


def rebound(double[:] u, double[:] v, int n):
    cdef int i
    for i in range(n):
        u[0] = i
        u, v = v, u
    return np.asarray(u), np.asarray(v)


def taking_turns(double[:] u, double[:] v, double[:] x, double[:] y, int n):
    """Several exchanges in a row share their temporaries."""
    cdef int i
    for i in range(n):
        u[0], x[0] = i, -i
        u, v = v, u
        x, y = y, x
        u, v = v, u
    return np.asarray(u), np.asarray(v), np.asarray(x), np.asarray(y)


def passed_on(double[:] x):
    return _total(x) + _total(x[1:])


cdef double _total(double[:] x):
    cdef double total = 0
    cdef Py_ssize_t i
    for i in range(x.shape[0]):
        total += x[i]
    return total


def none(double[:] x):
    return x is None


def made(int n):
    cdef double[:] x = np.zeros(n)
    cdef long[::1] y = np.arange(n)
    cdef int i
    for i in range(n):
        x[i] = y[i] * 0.5
    x = x[1:]
    return np.asarray(x)


def complexes(double complex[:] x, double complex z):
    x[0] = x[1] * z + 1
    return x[0]


def booleans(unsigned char[:] x):
    cdef int i
    for i in range(len(x)):
        x[i] = not x[i]


def attributes(double[:, ::1] x, const int[:] y):
    """Those that Python's object has."""
    cdef double[:, ::1] c = x.copy()
    cdef double[:, :] transposed = x.T
    cdef double[::1, :] turned = x[:, ::-1].copy_fortran()
    if c.size > 0:
        c[0, 0] = 9
    sizes = x.size, y.nbytes, x.itemsize, c.size // 2
    layouts = x.is_c_contig(), transposed.is_f_contig(), transposed.is_c_contig(), y.is_c_contig()
    bases = type(x.base).__name__, x.base is c.base, y.base.shape, y.copy().base is y.base
    return sizes, layouts, bases, np.asarray(turned)


def size_of(double[:] x):
    return x.size


cdef double[:] chosen(double[:] x, int which) nogil:
    if which > 0:
        return x[which:]
    elif which < 0:
        return x


def given_back(double[:] x, int which):
    return list(chosen(x, which))


def unbound(double[:] x, bint early):
    cdef double[:] y = x
    if early:
        del y
    with nogil:
        del x
    try:
        return y[0]
    except UnboundLocalError as error:
        return str(error)


def unbound_twice(double[:] x):
    del x
    del x


def emptied(double[::1] x, int n):
    cdef double[::1] y
    for _ in range(n):
        y = x
        y[0] += 1
        del y
    return x[0]
