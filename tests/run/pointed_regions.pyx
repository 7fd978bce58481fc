"""Regions beside memoryviews that pointers lead to: nobody counts them, but they show what a region writes."""

import numpy as np

from cython.parallel import prange
from libc.stdlib cimport calloc, free

ctypedef double[:] Row

cdef struct Held:
    Row *rows
    int count

cdef Row *last = NULL


cdef Row *rows(int n) except NULL:
    cdef Row *made = <Row *>calloc(n, sizeof(made[0]))
    if made == NULL:
        raise MemoryError()
    return made


cdef void put(Row *p, Row row) noexcept nogil:
    p[0] = row


cdef double sum_of(Row row) noexcept nogil:
    cdef double total = 0
    cdef Py_ssize_t i
    for i in range(row.shape[0]):
        total += row[i]
    return total


def seen(Py_ssize_t n):
    """Nobody names the array after the region."""
    cdef Row x = np.zeros(n)
    cdef Row *p = rows(1)
    cdef Py_ssize_t i
    cdef double total = 0
    p[0] = x
    for i in prange(n, nogil=True, device={}):
        x[i] = i + 1
    for i in range(p[0].shape[0]):
        total += p[0][i]
    free(p)
    return total


def given(Py_ssize_t n):
    cdef Row x = np.zeros(n)
    cdef Row *p = rows(2)
    cdef Py_ssize_t i
    put(p + 1, x)
    for i in prange(n, nogil=True, device={}):
        x[i] = 2 * i
    cdef double total = sum_of(p[1])
    free(p)
    return total


def read(Py_ssize_t n):
    """What is read takes a reference, and the region has that."""
    cdef Row *p = rows(1)
    cdef Row x = np.ones(n)
    cdef Py_ssize_t i
    p[0] = x[::-1]
    cdef Row y = p[0]
    for i in prange(n, nogil=True, device={}):
        y[i] += i
    result = np.array(p[0])
    free(p)
    return result


def between(Row x, int times):
    """Host code uses through a pointer what stays on the device."""
    cdef Row *p = rows(1)
    cdef Py_ssize_t i, n = x.shape[0]
    cdef int k
    cdef double total = 0
    p[0] = x
    for k in range(times):
        for i in prange(n, nogil=True, device={}):
            x[i] += k + 1
        total += p[0][n - 1]
        p[0][0] = k
        for i in prange(n, nogil=True, device={}):
            x[i] *= 2
    free(p)
    return total


def in_struct(Py_ssize_t n):
    cdef Held held
    cdef Row x = np.zeros(n), y = np.zeros(n)
    cdef Py_ssize_t i
    held.rows = rows(2)
    held.count = 2
    held.rows[0] = x
    held.rows[1] = held.rows[0][::-1]
    for i in prange(n, nogil=True, device={}):
        x[i] = i * held.count
        y[i] = x[i] + 1
    found = sum_of(held.rows[0]), sum_of(held.rows[1]), sum_of(y)
    free(held.rows)
    return found


def swapped(Row x, Row y):
    cdef Row *p = rows(2)
    cdef Row one, other
    cdef Py_ssize_t i, n = x.shape[0]
    p[0] = x
    p[1] = y
    p[0], p[1] = p[1], p[0]
    one = p[0]
    other = p[1]
    for i in prange(n, nogil=True, device={}):
        one[i] = other[i] + 1
    free(p)
    return np.array(y)


def temporary(Py_ssize_t n):
    """Stored from an object: the array keeps the memory."""
    x = np.zeros(n)
    cdef Row *p = rows(1)
    cdef Row y
    cdef Py_ssize_t i
    p[0] = x
    y = x
    for i in prange(n, nogil=True, device={}):
        y[i] = i
    cdef double total = 0
    for i in range(n):
        total += p[0][i]
    p[0] = None
    free(p)
    return total, x
