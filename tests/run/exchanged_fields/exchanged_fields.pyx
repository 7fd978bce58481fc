"""Memoryviews that objects of two modules give each other by their fields."""

import numpy as np

from cython.parallel import prange

from kit.made cimport Heir, Pair, Store


cdef class Own(Store):
    cdef double[:, ::1] kept

    def __init__(self, n):
        Store.__init__(self, n)
        self.kept = np.ones((n, n))
        self.grid = self.kept

    cdef void take(self, double[:] row):
        self.row = row[1:]
        self.count -= 1

    def own(self):
        return np.asarray(self.kept).tolist()


cdef class Last(Heir):
    def __init__(self, n):
        Heir.__init__(self, n)

    def sum_more(self):
        cdef long s = 0
        cdef Py_ssize_t i
        for i in range(self.more.shape[0]):
            s += self.more[i]
        return s, self.name


def read(Store store):
    cdef double s = 0
    cdef Py_ssize_t i, j
    for i in range(store.grid.shape[0]):
        for j in range(store.grid.shape[1]):
            s += store.grid[i, j] * (i + 1)
    for i in range(store.row.shape[0]):
        s -= store.row[i]
    return s


def filled(Store store):
    cdef double b = 0
    cdef Py_ssize_t i
    cdef long t = 0
    for i in range(store.pairs.shape[0]):
        b += store.pairs[i].b
        store.pairs[i].a += 1
    for i in range(store.text.shape[0]):
        t += store.text[i]
    store.things[0] = "changed"
    store.deep[0, 1, 2] = 99
    return b, t, [x for x in store.things], np.asarray(store.deep[:, 1]).tolist(), store.text.shape[0], store.deep.strides[0]


def chain(Store one, Store other, int times):
    """What one gets, the other gives back: nothing piles up."""
    cdef int i
    for i in range(times):
        one.copy_from(other)
        other.grid, other.row = one.grid, one.row
        other.copy_from(one)
        one.row = one.given()
        one.take(one.row)
    return one.seen(), other.seen()


def swapped(Store one, Store other):
    one.grid, other.grid = other.grid, one.grid
    one.row, other.row = other.row, one.row
    return one.seen(), other.seen()


def at_once(Store store, int threads):
    """The first to read what another module has stored."""
    cdef double s = 0
    cdef Py_ssize_t i
    cdef double[:, :] whole
    for i in prange(store.grid.shape[0], nogil=True, num_threads=threads):
        s += total(store.grid, i) + store.grid[i, 0]
    return s


cdef double total(double[:, :] grid, Py_ssize_t i) noexcept nogil:
    cdef Py_ssize_t j
    cdef double s = 0
    for j in range(grid.shape[1]):
        s = s + grid[i, j]
    return s


def regions(Store store):
    cdef Py_ssize_t i, j
    cdef Py_ssize_t n = store.grid.shape[0]
    store.row = np.arange(n, dtype=float)
    for i in prange(n, nogil=True, device={}):
        for j in range(n):
            store.grid[i, j] = store.grid[i, j] * 2 + store.row[j]
    return store.seen()


def unset(int which):
    cdef Store store = Store.__new__(Store)
    if which == 0:
        return store.grid[0, 0]
    elif which == 1:
        return store.row.shape[0]
    elif which == 2:
        store.grid = None
        return store.grid
    elif which == 3:
        store.row = np.arange(3)
    elif which == 4:
        store.text = np.zeros(3)
    elif which == 5:
        store.grid = np.zeros((2, 3))
        store.drop()
        return store.grid


def classes():
    return Own, Last
