# Rows of arrays that a loop around the region swaps, or narrows: the region binds none of them.

from cython.parallel import parallel, prange


def swapped(double[:, :] x, double[:, :] y, int n):
    cdef double[:] row, other
    cdef int i, k, t
    for t in range(n):
        for i in prange(x.shape[0], nogil=True, device={}):
            row = x[i]
            other = y[i]
            for k in range(row.shape[0]):
                other[k] = row[k] * 2 + i
        x, y = y, x
    return [[x[i, k] for k in range(x.shape[1])] for i in range(x.shape[0])]


def narrowed(double[:, :] x, int n):
    cdef double[:] row
    cdef int i, t
    x = x[1:]
    for t in range(n):
        for i in prange(x.shape[0], nogil=True, device={}):
            row = x[i]
            row[0] += 1
        x = x[1:]


def chosen(double[:, :] x, double[:, :] y, bint first):
    cdef double[:, :] z
    cdef double[:] row
    cdef int i
    if first:
        z = x
    else:
        z = y.T
    with nogil, parallel(device={}):
        for i in prange(z.shape[0]):
            row = z[i]
            row[1] = i


cdef class Pair:
    cdef double[:, :] one, other

    def __init__(self, one, other):
        self.one, self.other = one, other

    def step(self, int n):
        cdef double[:, :] x = self.one, y = self.other
        cdef double[:] row
        cdef int i, t
        for t in range(n):
            for i in prange(x.shape[0], nogil=True, device={}):
                row = x[i]
                y[i, 0] = row[0] + row[1]
            x, y = y, x


def kinds(char[:] s, int[:] out):
    cdef Py_ssize_t i
    cdef char c
    for i in prange(s.shape[0], nogil=True, device={}):
        c = s[i]
        if c in (b' ', b'\t'):
            out[i] = 1
        elif c not in [b'a', c'b', 99, b'\xff']:
            out[i] = 2
        else:
            out[i] = 3
