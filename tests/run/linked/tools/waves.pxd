cimport cython

cdef struct Wave:
    double height
    double phase

@cython.device
cdef double at(Wave wave, double x) noexcept nogil
@cython.device
cdef double damped(double x, Py_ssize_t n) noexcept nogil
@cython.device
cdef double steps(int n) except? -1 nogil
@cython.device
cdef double total(const double *x, Py_ssize_t n) noexcept nogil
# Stays where it is.
cdef double plain(double x) except? -1
