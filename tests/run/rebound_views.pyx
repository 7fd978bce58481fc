"""Memoryviews of the module that functions without the GIL bind while statements use them: each reads what is bound then."""
from cython.parallel import prange
import numpy as np
cdef double[:] line
cdef double[:, :] grid
def setup(g, l):
    global grid, line
    grid = g
    line = l
cdef void put(double[:] x, double[:, :] y) noexcept nogil:
    global line, grid
    line = x
    grid = y
cdef Py_ssize_t same(Py_ssize_t i) noexcept nogil:
    return i
cdef double first(double[:] x) noexcept nogil:
    return x[0]
def all_of(double[:] x, double[:, :] y):
    cdef Py_ssize_t i, j, n = 0, m = 0, k = 0, q = 0
    cdef double s = 0, t = 0, u = 0
    cdef bint b = False, c = False
    with nogil:
        put(x, y)
        for i in range(line.shape[0]):
            n += 1
            put(x, y)
        for i in range(1, grid.shape[1] + line.shape[0], 2):
            n += 1
            put(x, y)
        for i in range(line.shape[0] - 1, -1, -1):
            n += i
            put(x, y)
        for i from 0 <= i < line.shape[0]:
            m += 1
            put(x, y)
        for i from line.shape[0] > i >= 0 by 2:
            m += i
            put(x, y)
        if line.shape[0] > 3:
            put(x, y)
            k += 1
        elif grid.shape[0] == 2:
            put(x, y)
            k += 10
        else:
            k += 100
        while k < line.shape[0] + 4:
            put(x, y)
            k += 1
        q = line.shape[0] if grid.shape[0] > 1 else grid.shape[1]
        q += same(line.shape[0]) * grid.shape[1] + same(grid.shape[0])
        b = 0 < line.shape[0] < 9 and grid.shape[0] > 0 or line.shape[0] == 100
        c = not (line.shape[0] > same(2))
        s = line[line.shape[0] - 1] if line.shape[0] > 0 else -1
        if line.shape[0] > 0:
            put(x, y)
            line[same(line.shape[0]) - 1] = line.shape[0] * 2.0
            t = first(line) + line[0] * line.strides[0]
            line[0] += line[line.shape[0] - 1]
            u = min(line.shape[0], grid.shape[0], 3) + max(line[0], 1.0)
        line[:] = line.shape[0] + 0.5
        assert line.shape[0] < 1000
        for i in range(min(line.shape[0], 4)):
            for j in range(grid.shape[1] if grid.shape[0] > 0 else 1):
                n += j
                put(x, y)
    return n, m, k, q, s, t, u, b, c
def parallel(double[:] x, double[:, :] y, int threads):
    cdef Py_ssize_t i, j
    cdef Py_ssize_t n = 0
    cdef double s = 0
    for i in prange(line.shape[0], nogil=True, num_threads=threads):
        put(x, y)
        for j in range(grid.shape[1]):
            n += 1
            s += line[i] * grid.shape[0]
            put(x, y)
        for j in prange(line.shape[0]):
            n += 1
            put(x, y)
        if line.shape[0] > grid.shape[0]:
            put(x, y)
            n += line.shape[0]
        j = 0
        while j < grid.shape[0]:
            put(x, y)
            j = j + 1
            n += 1
    return n, s
