"""Memoryviews in objects of classes that another module makes."""

import numpy as np

from cython.parallel import prange

from kit.shapes cimport Bare, Shape, Solid


def read(Shape shape not None):
    cdef double[:] x = shape.x
    cdef Py_ssize_t i
    cdef double sum = 0
    for i in range(shape.x.shape[0]):
        sum += shape.x[i] * shape.grid[i, 1]
    return sum, list(x), np.asarray(shape.grid[1:]), shape.n, shape.label, shape.before, shape.first()


def changed(Shape shape, x, label):
    shape.x = x
    shape.label = label
    shape.n += 1
    shape.x[0] += 0.5
    shape.grid[:, 0] = shape.n
    return shape.seen()


def emptied(Shape shape):
    shape.x = None
    if shape.x is None:
        return shape.seen()


def given(Shape shape):
    return shape.x, shape.grid.T, shape.x[::-1].base is shape.x.base


def unlocked(Shape shape, int threads):
    cdef Py_ssize_t i
    cdef double sum = 0
    cdef double first
    with nogil:
        first = shape.first()
        for i in prange(shape.grid.shape[0], num_threads=threads):
            shape.grid[i, 0] = i
            sum += shape.x[i] + shape.n
    return sum, first, shape.seen()


def offloaded(Solid solid not None):
    cdef Py_ssize_t i
    for i in prange(solid.n, nogil=True, device={}):
        solid.grid[i, 1] = solid.x[i] * solid.weights[i] + solid.density
    return solid.dense()


def weighed(Solid solid, weights):
    solid.weights = weights
    solid.density *= 2
    return solid.dense(), solid.first()


def placed(places):
    cdef Bare bare = Bare()
    bare.places = None
    bare.places = places
    return bare.kept(), bare.places[1]


cdef class Mine(Solid):
    cdef double[:] own
    cdef readonly int last

    def __init__(self, n, own):
        super().__init__(n, "mine", 10)
        self.own = own
        self.last = 77

    cdef double first(self) except? -1 nogil:
        return self.own[0] + self.weights[1] + self.x[1] + self.grid[0, 0]

    def swapped(self):
        self.own, self.x = self.x, self.own
        return np.asarray(self.own), np.asarray(self.x), self.last, self.n


cdef class Plain(Shape):
    pass


def heirs():
    return Mine, Plain


def replaced(int rounds, double[:] x):
    """Other objects' views are let go of."""
    cdef Shape shape = Mine(3, x)
    cdef int i
    for i in range(rounds):
        if i % 2:
            shape.x = x
        else:
            shape.x = x[::-1]
        shape.grid = np.zeros((i, 2))
    return shape.x[0]


def failing(int which, Shape shape, other=5):
    if which == 0:
        return shape.x[100]
    elif which == 1:
        shape.x = np.zeros((2, 2))
    elif which == 2:
        shape.x = other
    elif which == 3:
        shape.grid = np.zeros((4, 4))[:, ::2]
    elif which == 4:
        return Bare().places[0]
    elif which == 5:
        shape.x = np.zeros(0)
        with nogil:
            shape.first()
