# Old buffer syntax: elements in C, everything else by the object.

import numpy as np

cimport cython
cimport numpy as cnp
from cython cimport floating
from cython.parallel cimport prange

ctypedef fused number:
    int
    double
    float complex

DEF N = 3


def shifted(cnp.ndarray[double, ndim=2] a, double by):
    cdef cnp.ndarray[cnp.float64_t, ndim=2, mode="c"] out = np.empty_like(a)
    cdef Py_ssize_t i, j
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            out[i, j] = a[i, j] + by
    return out


def by_object(cnp.ndarray[double, ndim=1] a not None, index):
    a[index] *= 2
    return a[index], a.sum(), a.dtype.name, len(a), a[1:].tolist()


def rebound(int n):
    cdef cnp.ndarray[cnp.int64_t] x = np.arange(n)
    total = x[n - 1]
    x = np.full(n, 7)
    total += x[0]
    x, y = np.full(n, 100), 3
    total += x[0]
    x += 1
    return total + x[n - 1] + y


def of_rows(rows):
    cdef cnp.ndarray[double] row
    cdef double total = 0
    for row in rows:
        total += row[0]
    return total


def read_only(cnp.ndarray[double] x):
    cdef int i
    cdef double total = 0
    for i in range(x.shape[0]):
        total += x[i]
    return total


def writing(cnp.ndarray[double] x):
    x[0] = 5


def any_object(object[int, ndim=1] x):
    cdef int i
    s = 0
    for i in range(N):
        s += x[i]
    return s, x


@cython.boundscheck(False)
@cython.wraparound(False)
def offloaded(cnp.ndarray[double, ndim=2] x, cnp.ndarray[double, ndim=2] y):
    cdef Py_ssize_t i, j
    for i in prange(x.shape[0], nogil=True, device={}):
        for j in range(x.shape[1]):
            y[i, j] = 2 * x[i, j]
    return y.sum()


def mapped(cnp.ndarray[double] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={x: 'tofrom'}):
        x[i] += 1
    return x


def pointer(cnp.ndarray[double, ndim=1, mode="c"] x):
    cdef double *p = &x[0]
    p[1] = -1
    return x


def by_address(cnp.ndarray[double, ndim=1, mode="c"] x):
    """An address alone asks for no array that is writable."""
    cdef const double *p = &x[0]
    cdef double *q = &x[1]
    return p[0] + q[0] + x[2]


def nothing(cnp.ndarray[double] x=None):
    return x is None


def no_list(object a not None, list b):
    return a, b


# Of fused types: the elements choose.
cdef object first(cnp.ndarray[floating] x, int n):
    return cython.typeof(x[0]), x[0] * n


cdef void add(cnp.ndarray[number, ndim=2] a, cnp.ndarray[number, ndim=2] out, number by):
    cdef Py_ssize_t i, j
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            out[i, j] = a[i, j] + by


def of_elements(cnp.ndarray[double] x, cnp.ndarray[float] y):
    return first(x, 1), first(y, n=2), first[float](y, 3)


def added(cnp.ndarray[number, ndim=2] a, number by=1, *, scale=2):
    cdef cnp.ndarray[number, ndim=2, mode="c"] out = np.zeros((a.shape[0], a.shape[1]), dtype=a.dtype)
    add[number](a, out, by)
    if number is int:
        add[int](out, out, by)
    return cython.typeof(by), out * scale


cpdef cnp.ndarray[double, ndim=1] made(cnp.ndarray[double, ndim=1] like):
    cdef cnp.ndarray[double] out = np.zeros_like(like)
    out[0] = like.sum()
    return out


cdef cnp.ndarray[double, ndim=1] twice(object like):
    return made(made(like))


def of_twice(like):
    return twice(like)


ctypedef fused whole:
    cnp.ndarray[double, ndim=1]
    cnp.ndarray[long, ndim=1]
    cnp.ndarray[float, ndim=2]

ctypedef fused objects:
    cnp.ndarray[object, ndim=1]
    cnp.ndarray[object, ndim=2]


def of_any(whole x, int k=2):
    """Buffers among the types of a fused type: of a parameter, and of a variable."""
    cdef whole y = x * k
    cdef Py_ssize_t i, j
    cdef double total = 0
    if x.ndim == 1:
        for i in range(y.shape[0]):
            total += y[i]
        return total, y
    for i in range(y.shape[0]):
        for j in range(y.shape[1]):
            total += y[i, j]
            y[i, j] = 7
    return "two", total, y.sum()


def without_none(objects a):
    cdef Py_ssize_t i, j, m, n
    cdef objects result = np.asarray(a, dtype=object).copy()
    if a.ndim == 2:
        m, n = a.shape[0], a.shape[1]
        for i in range(m):
            for j in range(n):
                if a[i, j] is None:
                    result[i, j] = -1
    else:
        for i in range(a.shape[0]):
            if a[i] is None:
                result[i] = -1
    return result.tolist()
