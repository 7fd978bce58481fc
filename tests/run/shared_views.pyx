"""Regions and data contexts of functions that share views and numbers with functions inside them."""
from cython.parallel import prange


def swapped(double[:] x, double[:] y):
    cdef Py_ssize_t i
    seen = []

    def swap():
        nonlocal x, y
        x, y = y, x

    def peek():
        return x[0], y[0]

    with device():
        for k in range(3):
            for i in prange(x.shape[0], device={}, nogil=True):
                x[i] = x[i] * 2 + 1
            seen.append(peek())
            swap()
            x[0] += 100
    seen.append(peek())
    return seen


def kept(double[:] x, double[:] y):
    cdef Py_ssize_t i
    cdef double factor = 2

    def scale(double by):
        nonlocal factor
        factor = by
        for i in range(y.shape[0]):
            y[i] += x[i]

    with device({x: 'tofrom'}):
        for i in prange(x.shape[0], device={}, nogil=True):
            x[i] *= factor
        update({x: 'from'})
        scale(3)
        for i in prange(x.shape[0], device={}, nogil=True):
            x[i] *= factor
    return factor


def from_inside(double[:, ::1] table):
    def row(Py_ssize_t at):
        cdef Py_ssize_t j
        for j in prange(table.shape[1], device={}, nogil=True):
            table[at, j] += at
        return table[at, 0]

    def rebind(other):
        nonlocal table
        table = other
    with device():
        first = [row(k) for k in range(table.shape[0])]
        rebind(table[1:].copy())
        second = [row(k) for k in range(table.shape[0])]
    return first, second


def total(double[:] x):
    cdef double sum = 0
    cdef Py_ssize_t i

    def get():
        return sum
    for i in prange(x.shape[0], device={}, nogil=True):
        sum += x[i]
    return get()


class Model:
    def __init__(self, n):
        import numpy
        self.values = numpy.arange(float(n))

    def step(self, double by):
        cdef double[:] values = self.values
        cdef Py_ssize_t i
        for i in prange(values.shape[0], device={}, nogil=True):
            values[i] += by
        return self

    def total(self):
        return sum(value for value in self.values)


def stepped(n):
    model = Model(n)
    with device():
        totals = [model.step(k).total() for k in range(3)]
        model.values[0] = 100
        totals.append(model.step(1).total())
    return totals, list(model.values)
