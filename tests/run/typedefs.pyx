"""Buffers are refused under the names that the source has for the elements."""

cimport cython
cimport numpy as np
import numpy as np
from libc.stdint cimport int32_t

ctypedef double real
ctypedef real other
ctypedef np.float64_t DTYPE_t
ctypedef struct pair:
    int a
ctypedef pair couple
ctypedef fused number:
    np.float32_t
    other
    int32_t


def of_real(real[:] x):
    return x[0]


def of_other(other[:, :] x):
    return x[0, 0]


def of_numpys(np.float64_t[:] x, np.intp_t[:] y, np.npy_intp[:] z):
    return x[0], y[0], z[0]


def of_const(const DTYPE_t[:] x):
    return x[0]


def of_struct(couple[:] x):
    return x[0].a


def of_plain(double[:] x, int32_t[:] y, np.uint8_t[:] z, np.complex64_t[:] c):
    return x[0], y[0], z[0], c[0]


def inside(x):
    cdef const np.float64_t[:] y = x
    cdef real[:] z = x
    z[0] = y[0] + 1
    return np.asarray(z).tolist(), np.asarray(y).dtype.name


def of_fused(number x, number[:] y):
    return x + y[0]


# What no header has is asked for where it is used alone.
cdef extern from *:
    ctypedef int of_no_header
    int nowhere(of_no_header *x)
    of_no_header missing[3]
