# What buffer types say beside elements and axes: elements of other types, indices that do not count from the end.

cimport cython
cimport numpy as cnp

import numpy as np

from cython.parallel cimport prange

cdef struct Pair:
    int a
    float b


def count(cnp.ndarray[cnp.uint8_t, ndim=2, cast=True] mask not None):
    cdef Py_ssize_t i, j, n = 0
    for i in range(mask.shape[0]):
        for j in range(mask.shape[1]):
            n += mask[i, j]
    return n, mask.dtype.name


def flip(cnp.ndarray[cnp.uint8_t, cast=True] mask):
    mask[0] = 1 - mask[0]
    return mask


def as_unsigned(cnp.ndarray[cnp.int64_t, ndim=1, mode="c", cast=True] x, like=None):
    cdef cnp.ndarray[cnp.uint64_t, cast=True] other = x
    if like is not None:
        other = like
    return other[0], x[0]


def contiguous(cnp.ndarray[float, ndim=2, mode="fortran", cast=True] x, int i):
    x[i, 1] = 5
    return x[i, 0]


def pairs(cnp.ndarray[Pair, cast=True] x):
    return x[0].a, x[0].b


def exact(cnp.ndarray[cnp.uint8_t, cast=False] x):
    return x[0]


def last(cnp.ndarray[double, negative_indices=False] x, int i):
    return x[i]


def counted(cnp.ndarray[double, negative_indices=True] x, int i):
    return x[i]


def store(cnp.ndarray[double, ndim=2, negative_indices=False] x, int i):
    x[i, 1] = 3
    x[i, i] += x[1, i]
    return x


def full(object[double, ndim=2, mode="full"] x, int i):
    return x[i, i]


@cython.boundscheck(False)
def in_region(cnp.ndarray[cnp.uint8_t, cast=True] mask, cnp.ndarray[double, negative_indices=False] x):
    cdef Py_ssize_t i
    for i in prange(mask.shape[0], nogil=True, device={}):
        x[i] = 2 * mask[i]
    return x
