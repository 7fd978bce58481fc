import numpy as np


cdef class Store:
    def __init__(self, n, grid=None):
        self.grid = np.arange(n * n, dtype=float).reshape(n, n) if grid is None else grid
        self.row = self.grid[0] if n else None
        self.count = n

    def fill(self, n):
        self.text = bytes(range(n))
        self.pairs = np.array([(k, k / 2) for k in range(n)], dtype=[("a", "i2"), ("b", "f8")])
        self.things = np.array([str(k) for k in range(n)] + [None], dtype=object)
        self.deep = np.arange(n * 6, dtype=np.float32).reshape(n, 2, 3)
        return self

    cdef double[:] given(self):
        return self.row

    cdef void take(self, double[:] row):
        self.row = row
        self.count += 1

    def copy_from(self, Store other):
        self.grid, self.row, self.text, self.pairs = other.grid, other.row, other.text, other.pairs
        self.things = other.things
        self.deep = other.deep

    def column(self, k):
        self.row = self.grid[:, k]

    def turn(self):
        self.grid = self.grid.T

    def drop(self):
        self.row = None
        self.grid = None

    def seen(self):
        return (None if self.row is None else np.asarray(self.row).tolist(),
                None if self.grid is None else np.asarray(self.grid).tolist(), self.count)

    def filled(self):
        return (bytes(self.text), [(pair.a, pair.b) for pair in self.pairs], list(self.things), np.asarray(self.deep).tolist(),
                self.deep.shape[0], np.asarray(self.pairs).dtype.names)


cdef class Heir(Store):
    def __init__(self, n):
        Store.__init__(self, n)
        self.more = np.arange(n)
        self.name = "heir"

    cdef double[:] given(self):
        return self.row[::-1]
