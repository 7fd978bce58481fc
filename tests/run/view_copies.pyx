"""Copies of memoryviews are memoryviews without gaps."""

cimport cython
import numpy as np
from cython.parallel cimport prange



def a(double[:] v, double[:, :] w, double[::1, :] f, const double[:] k, object[:] o):
    x = v.copy()
    y = w.copy_fortran()
    z = f.copy()
    return cython.typeof(v.copy()), cython.typeof(w.copy()), cython.typeof(w.copy_fortran()), cython.typeof(f.copy()), cython.typeof(x), cython.typeof(y), cython.typeof(z), cython.typeof(k.copy()), cython.typeof(o.copy()), cython.typeof(f.copy_fortran()), cython.typeof(w[0].copy()), cython.typeof(w[:, 1].copy().copy())


def c(double[:, :] v, double[:, :] w):
    v[:] = w.copy()
    v[0] = w[1].copy()
    v[...] = w.copy_fortran()
    x = v.copy()
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            x[i, j] += 1
    v[:] = x
    v[::2] = v[::2].copy()


def d(double[:, :] w):
    def inner():
        return w.copy()[0, 0]
    x = w.copy() if w is not None else None
    l = [w.copy(), w]
    return inner(), x is None, l[0][0, 0], cython.typeof(x)


def e(double[:] v):
    return v.copy(), sum(v.copy()), list(v.copy()[1:]), v.copy().shape[0], v.copy().T


def f(double[:] v):
    v = v.copy()
    v[0] = 9
    return v


def g(v):
    cdef double[:] t = v
    t = t.copy()
    t[0] = 5
    return t


def untyped(double[:] v):
    x = v.copy()
    cdef Py_ssize_t i
    with nogil:
        for i in range(x.shape[0]):
            x[i] = x[i] + v[v.shape[0] - 1 - i]
    return np.asarray(x)


def overlapping(double[:] v):
    """The way to copy parts that overlap."""
    v[1:] = v[:-1].copy()
    return np.asarray(v)


def in_region(double[:, :] w):
    copied = w.copy()
    cdef Py_ssize_t i, j
    for i in prange(copied.shape[0], nogil=True):
        for j in range(copied.shape[1]):
            copied[i, j] = copied[i, j] * 2 + w[i, j]
    w[:] = copied
    return np.asarray(copied)
