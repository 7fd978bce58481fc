# distutils: language = c++
# A module that is marked as C++ and holds none.
from cython.parallel import prange
from libc.math cimport fabs

cdef struct Options:
    bint strict
    int least

cdef bint fits(double x, Options options) noexcept nogil:
    return fabs(x) > options.least or not options.strict

def count(double[:] x, bint strict, int[:] mask):
    cdef Py_ssize_t i
    cdef int n = 0
    cdef Options options
    options.strict = strict
    options.least = 2
    for i in prange(x.shape[0], nogil=True, device={}):
        mask[i] = fits(x[i], options)
        n += mask[i]
    return n
