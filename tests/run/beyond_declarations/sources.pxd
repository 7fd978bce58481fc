from libc.math cimport abs as absolute


cdef inline double pair(double x) noexcept nogil:
    return absolute(x) + absolute(2 * x)
