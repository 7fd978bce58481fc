# cython: language_level=3

import numpy as np


cdef class Shape:
    def __init__(self, n, label=None):
        self.before = -n
        self.n = n
        self.label = label
        self.x = np.arange(n, dtype=float)
        self.grid = np.ones((n, 2))

    cdef double first(self) except? -1 nogil:
        if self.x is None or self.x.shape[0] == 0:
            raise ValueError("nothing first")
        return self.x[0] * self.n

    def seen(self):
        return self.before, None if self.x is None else list(self.x), np.asarray(self.grid), self.label, self.n


cdef class Solid(Shape):
    def __init__(self, n, label=None, density=2.5):
        super().__init__(n, label)
        self.weights = np.linspace(0, 1, n, dtype=np.float32)
        self.density = density

    cdef double first(self) except? -1 nogil:
        return self.density + self.weights[self.weights.shape[0] - 1]

    def dense(self):
        return self.density, np.asarray(self.weights), self.seen()


cdef class Bare:
    def kept(self):
        return None if self.places is None else list(self.places)
