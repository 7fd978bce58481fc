# cython: language_level=3

import numpy as np


cdef class Shape:
    def __init__(self, n, label=None):
        self.n = n
        self.label = label
        self.x = np.arange(1.5, n)
        self.cube = np.full((n, 1, 2), 0.25)

    cdef double first(self) except? -1 nogil:
        return self.x[0] * self.n + self.cube[self.n - 1, 0, 1]

    def seen(self):
        return list(self.x), self.n, np.asarray(self.cube), self.label


cdef class Solid(Shape):
    def __init__(self, n):
        super().__init__(n, ["solid"])
        self.density = 0.5
        self.more = np.zeros(2)
        self.names = ["a"]

    cdef double first(self) except? -1 nogil:
        self.more[1] += 1
        return self.more[1] + self.density

    def seen(self):
        return super().seen(), self.density, list(self.more), self.names
