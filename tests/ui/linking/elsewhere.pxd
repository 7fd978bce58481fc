cimport cython

@cython.device
cdef double scaled(double x) noexcept nogil
@cython.device
cdef double nowhere(double x) noexcept nogil
cdef double unmarked(double x) noexcept nogil
