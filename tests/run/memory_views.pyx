"""Memoryviews of C arrays and of what pointers lead to; shapes with any axis."""
cimport cython
import numpy as np
from libc.math cimport abs, len
from cython.parallel import prange, parallel
from libc.stdlib cimport free, malloc

cdef struct pair:
    int a
    double b

cdef int table[2][3]


def all_shapes(double[:, :, :] x, const float[::1] y, object which):
    cdef int i
    cdef Py_ssize_t *extents = x.shape
    cdef Py_ssize_t *strides = &x.strides[1]
    found = []
    for i in range(3):
        found.append((x.shape[i], x.strides[i], x.suboffsets[i], extents[i]))
    found.append(x.shape[which])
    found.append(list(y.shape)[:8])
    a, b, c = x.strides[:3]
    found.append(strides[1])
    return found, a, b, c, list(x.suboffsets)[:3], [e for e in x.shape[:x.ndim]], x.T.shape[1 + i // 4]


def of_none(double[:, :] x, int i):
    return x.shape[i], x.strides[1], list(x.shape)[:8]


cdef int next_axis(list called) except -1:
    called.append(len(called))
    return len(called) - 1


def in_turn(double[:, :] x):
    called = []
    return x.shape[next_axis(called)] + 100 * x.shape[next_axis(called)], called


cdef class Holder:
    cdef double[:, :] x

    def __init__(self, x):
        self.x = x

    def extents(self, int i):
        return self.x.shape[i], [e for e in self.x.shape][1], self.x.strides[i - 1 + 1]


def extents_in_region(double[:, :] x, long[:] out):
    cdef Py_ssize_t i
    cdef int axis
    for i in prange(out.shape[0], nogil=True, device={}):
        axis = i % 2
        out[i] = x.shape[axis] * 1000 + x.strides[axis]


def of_c_array(int n):
    cdef double x[6]
    cdef double[:] v
    cdef double[::1] w
    cdef Py_ssize_t i
    for i in range(6):
        x[i] = n + i
    v = x
    w = x
    v[2:] = 7
    w[0] = -1
    for i in prange(6, nogil=True, device={}):
        v[i] += i
    x[1] = 100
    total = 0.0
    for i in range(6):
        total += x[i] * 10**i
    return total, [e for e in v], w.shape[0], v.base.shape


def of_arrays_of_arrays(bint twice):
    cdef int[:, ::1] v = table
    cdef int i, j
    for i in range(2):
        for j in range(3):
            table[i][j] = 10 * i + j
    if twice:
        v[:] = v[::-1]
        v[0, :] = v[1, :]
    return [[table[i][j] for j in range(3)] for i in range(2)], v.strides[0], v.is_c_contig()


def overlapping():
    cdef int x[10]
    cdef int i
    cdef int[:] v
    for i in range(10):
        x[i] = i
    v = x
    v[...] = v[::-1]
    v[:5] = v[4:9]
    return [x[i] for i in range(10)]


def over_pointer(int n, int m, bint fortran):
    cdef Py_ssize_t i, j
    cdef double *p = <double *>malloc(n * m * sizeof(double))
    cdef double[:, :] v
    cdef double[:, ::1] rows
    for i in range(n * m):
        p[i] = i
    try:
        made = <double[:n:1, :m]>p if fortran else <double[:n, :m]>p
        v = made
        for i in prange(n, nogil=True, device={}):
            for j in range(m):
                v[i, j] *= 2
        p[0] = -5
        if not fortran:
            with nogil, parallel(device={p: ('to', n * m)}):
                for i in prange(n):
                    v[i, m - 1] += p[i * m]
            rows = <double[:n, :m]>p
            rows[n - 1, m - 1] = 0.5
        return [[v[i, j] for j in range(m)] for i in range(n)], made.shape, made.strides, v[0, 0]
    finally:
        free(p)


def of_structs():
    cdef pair *p = <pair *>malloc(3 * sizeof(pair))
    cdef pair[:] v = <pair[:3]>p
    cdef int i
    for i in range(3):
        v[i].a = i
        v[i].b = i / 2
    result = [(p[i].a, p[i].b) for i in range(3)], memoryview(v).format != ""
    del v
    free(p)
    return result


def refused(int n):
    cdef int *p = NULL
    cdef int x[4]
    if n == 0:
        return <int[:4]>p
    return (<int[:n]>x).shape, (<int[:2:1, :n]><int *>x).strides


def first_of(int[:, :] x):
    cdef int *p = <int *>x._data
    return p[0], p == &x[0, 0]


cdef class Weights:
    cdef double[:, ::1] w

    def __init__(self, w):
        self.w = w

    def scaled(self, by):
        self.w *= by
        return np.asarray(self.w)


def in_place(double[:, ::1] w, by):
    """Operations of Python's: the view is of what comes out, and the array is as it was."""
    w += by
    w *= 2.0 * np.sum(w)
    return np.asarray(w)


def lengths(x, double y):
    return len(x), abs(y)


def perhaps_unset(bint is_set, bint is_asked, int n, long[::1] other):
    """A view without a value is an error only where it is used."""
    cdef long[::1] labels
    cdef Py_ssize_t i, count = 0
    if is_set:
        labels = np.zeros(n, dtype=int)
    with cython.boundscheck(False), cython.wraparound(False):
        for i in range(n):
            if is_asked and labels[i] == -1:
                continue
            count += labels[i] + 1 if is_set else other[i]
            count += 2 if (not is_set or labels[i] == 0) else 5
        i = 0
        while i < n and (not is_asked or labels[i] == 0):
            i += 1
    return count, i


def as_sequences(int[:] x, double[:, :] y):
    cdef cython.view.array array = cython.view.array((4,), sizeof(int), "i")
    cdef int[:] z = array
    z[:] = 7
    return x, y, array
