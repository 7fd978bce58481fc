cimport cython
from libcpp.vector cimport vector as cpp_vector

cdef class Widget:
    cdef int x

cdef class Gadget:
    cdef int turn(self)

cdef extern from "<vector>" namespace "std":
    cdef cppclass vector[T]:
        vector()

ctypedef double Wide
cdef double far(double x)
cdef double quiet(double x) noexcept nogil
cdef double loud(double x) nogil
cdef void viewed(double[:] x) nogil
cdef int optional(int x, int y=*)
cdef struct Box:
    int x
cdef int boxed(int x, Box box=*)
cdef int counter

cdef inline double plain(double x) noexcept:
    return x

@cython.something_new
cdef inline double strange(double x, double y=1):
    return x

cdef double strange(double x, (double, double, double, double, double, double, double, double, double) many)

cdef inline double windowed(double x) noexcept:
    return wrong + x  #~ ERROR OFC0101

cdef inline double unused(double x) noexcept:
    return also_wrong + x
