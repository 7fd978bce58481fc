cimport numpy as cnp
from plane cimport Point

cdef double area(Point a, Point b) noexcept nogil
cdef int scaled(int) noexcept
cdef int factor
cdef double corner(cnp.ndarray[cnp.float64_t, ndim=2] of, double[::1] more)

cdef class Walk:
    cdef Point where
    cdef public int steps
    cdef double step(self, double x) except -1
