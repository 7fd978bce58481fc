"""Memoryviews that C functions of other modules take, keep and give, whichever compiler made those modules."""

import numpy as np

from cython.parallel import prange

cimport kit.lib as lib
from kit.lib cimport pair, point, quick, total


def sums(double[:] x):
    cdef double s
    with nogil:
        s = quick(x) + quick(x[::-2])
    return total(x), s, lib.missing(None), lib.missing(x), lib.quiet(x), lib.quiet(x[:0])


def parts(double[:] x):
    cdef double[:] h = lib.half(x, 2)
    h[0] = 100
    return np.asarray(h), x[0], np.asarray(lib.half(lib.half(x[1:], 3), 2))


def keeping(double[:] x):
    lib.keep(x[1:])
    return lib.kept()


def kept():
    cdef double[:] own = lib.held()
    own[0] += 1
    return lib.kept(), np.asarray(own)


def drop():
    lib.drop()
    return lib.held() is None


def shown(double[:, :] m, pair[:] p):
    return lib.shown(m, p), lib.shown(m[::2, ::-1], None)


def points(point[:] p):
    return lib.points(p), lib.points(p[::-1])


def made(Py_ssize_t n):
    cdef double[:, :] g = lib.grid(n, 3.5)
    g[0, n - 1] = 1
    g = lib.turned(g[:, :1])
    return np.asarray(g)


def first(x, y):
    cdef double[:] found = lib.first(x, y)
    return None if found is None else np.asarray(found)


def fused(double[:] x, float[:] y):
    return lib.dot[double](x, x), lib.dot(y, y), np.asarray(lib.scaled(x, 2.0)), np.asarray(lib.scaled[float](y, 3))


def objects(object[:] o):
    cdef object[:] other = lib.again(o)
    return lib.objects(o), [other[i] for i in range(other.shape[0])]


def none_or(double[:] x, bint fail):
    return lib.none_or(x, fail) is None


def middle(pair[:] p, Py_ssize_t n):
    return lib.middle(p, n)


def conjugated(double complex[::1] z):
    return lib.conjugated(z)


def deep(float[:, :, :, :] x, const long[:] at):
    cdef double found
    with nogil:
        found = lib.deep(x, 2, at)
    return found


def filled(double[::1, :] x):
    lib.filled(x, 4)
    lib.filled(x.T.T, 5)


def ask(f, unsigned char[:] bytes):
    return lib.ask(f, bytes)


def asked(f):
    return np.asarray(lib.asked(f))


def reversed(double[:, :] x, Py_ssize_t depth):
    return np.asarray(lib.reversed(x, depth))


def in_threads(double[:, :] x, int n):
    cdef Py_ssize_t i
    cdef int k
    cdef double s = 0
    for i in prange(x.shape[0], nogil=True, num_threads=4):
        for k in range(n):
            s += quick(x[i])
    return s
