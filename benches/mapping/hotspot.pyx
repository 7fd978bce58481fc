# cython: boundscheck=False, wraparound=False, cdivision=True
"""Temperature of a chip over time: a stencil on a grid of cells that are heated and cooled.

Two grids take turns: what one step writes the next one reads.
"""
import numpy as np
from cython.parallel import parallel, prange

cdef struct Chip:
    double step     # seconds over the capacity of a cell
    double along    # 1 / thermal resistance between cells of a row
    double across   # between rows
    double up       # to the surroundings
    double ambient  # their temperature


cdef Chip chip(int rows, int columns) noexcept:
    cdef Chip c
    cdef double height = 0.016 / rows, width = 0.016 / columns, thickness = 0.0005
    cdef double conductivity = 100.0
    cdef double capacity = 0.5 * 1.75e6 * thickness * width * height
    cdef double slope = 3.0e6 / (0.5 * thickness * 1.75e6)
    c.step = 0.001 / slope / capacity
    c.along = 2.0 * conductivity * thickness * height / width
    c.across = 2.0 * conductivity * thickness * width / height
    c.up = conductivity * height * width / thickness
    c.ambient = 80.0
    return c


cdef inline double stepped(Chip c, double[:, ::1] t, double power, int i, int j) noexcept nogil:
    """The temperature of a cell one step later; at the border no heat flows."""
    cdef double here = t[i, j]
    cdef double north = t[i - 1 if i > 0 else 0, j]
    cdef double south = t[i + 1 if i < t.shape[0] - 1 else i, j]
    cdef double west = t[i, j - 1 if j > 0 else 0]
    cdef double east = t[i, j + 1 if j < t.shape[1] - 1 else j]
    return here + c.step * (power + (north + south - 2.0 * here) * c.across
                            + (west + east - 2.0 * here) * c.along + (c.ambient - here) * c.up)


def inferred(double[:, ::1] start, double[:, ::1] power, int steps):
    """The temperatures after so many steps from `start`."""
    cdef int rows = start.shape[0], columns = start.shape[1]
    cdef double[:, ::1] now = np.array(start)
    cdef double[:, ::1] later = np.empty_like(now)
    cdef Chip c = chip(rows, columns)
    cdef int step, i, j
    with nogil, device():
        for step in range(steps):
            with parallel(device={}):
                for i in prange(rows):
                    for j in prange(columns):
                        later[i, j] = stepped(c, now, power[i, j], i, j)
            now, later = later, now
    return np.asarray(now)


def expert(double[:, ::1] start, double[:, ::1] power, int steps):
    cdef int rows = start.shape[0], columns = start.shape[1]
    cdef double[:, ::1] now = np.array(start)
    cdef double[:, ::1] later = np.empty_like(now)
    cdef Chip c = chip(rows, columns)
    cdef int step, i, j
    with nogil, device({now: 'to', later: 'alloc', power: 'to'}):
        for step in range(steps):
            with parallel(device={}):
                for i in prange(rows):
                    for j in prange(columns):
                        later[i, j] = stepped(c, now, power[i, j], i, j)
            now, later = later, now
        update({now: 'from'})  # the grid that was written last, whichever it is
    return np.asarray(now)
