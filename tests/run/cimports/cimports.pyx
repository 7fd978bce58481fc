# cython: boundscheck=False
"""Declarations and inline functions of other files: .pxd beside the module, of packages, .pxi."""

cimport cython
import numpy as np
cimport numpy as cnp
from cython.parallel import parallel, prange
from libc.limits cimport INT_MAX
from libc.math cimport sqrt
from libc.stdint cimport UINT16_MAX, int64_t
from libc.string cimport strlen
cimport libc.float
cimport plane
cimport shapes.solids.box as boxes
from plane cimport COLOURS, Point as Place, distance, half, kind as kind_t, length, real
from shapes cimport *
from shapes.solids cimport box, round_things
from shapes.solids.round_things cimport sphere_volume as ball

cnp.import_array()

include "tables.pxi"

ctypedef real number_t


def doubled(number_t x, real y):
    return sizeof(x), sizeof(y), 2 * x + y


cdef int scaled(int x) noexcept:
    return x * factor


cdef double area(Place a, Place b) noexcept nogil:
    return (b.x - a.x) * (b.y - a.y)


cdef double corner(cnp.ndarray[cnp.float64_t, ndim=2] of, double[::1] more):
    return of[0, 1] + more[0]


def corners(a, b):
    return corner(a, b)


def values(double x, cnp.float64_t y):
    cdef Place p, q = plane.origin()
    p.x = x
    p.y = y
    return distance(p, q), area(q, p), length(p), half(x), half(<float>y), plane.half(3.0), COLOURS, plane.BLUE


def volumes(double a, double b, double c):
    cdef boxes.Box one = box.of(a, b, c)
    return boxes.volume(one), ball(a), round_things.sphere_volume(b), unit, flat(c), one.name_of_nobody


def of_library():
    return strlen(b"four"), INT_MAX, UINT16_MAX, libc.float.DBL_EPSILON, <int64_t>1 << 40


def of_include(int n):
    return [table(n), SIZE, scaled(n)]


def distances(double[:, ::1] points, double[::1] out):
    """Functions of other files in device code, and what they call."""
    cdef Place first
    cdef Py_ssize_t i
    first.x = points[0, 0]
    first.y = points[0, 1]
    for i in prange(points.shape[0], nogil=True, device={}):
        out[i] = distance(plane.at(points[i, 0], points[i, 1]), first) + ball(points[i, 0]) + table(i % SIZE)


def coloured(int[::1] out):
    cdef Py_ssize_t i
    cdef kind_t kind = plane.GREEN
    with nogil, parallel(device={}):
        for i in prange(out.shape[0]):
            out[i] = plane.mixed(kind, <int>i) + COLOURS


cdef class Walk:
    """Its fields are declared in the .pxd."""

    def __init__(self, double x):
        self.where.x = x

    cdef double step(self, double x) except -1:
        self.steps += 1
        self.where.x += x
        return self.where.x

    def walk(self, int n):
        cdef int i
        for i in range(n):
            self.step(0.5)
        return self.where.x
