# Functions of C's library that a module declares itself.

from cython.parallel import prange

cdef extern from "math.h":
    float sqrtf(float x) nogil
    double size "fabs"(double x) nogil

cdef extern from "<stdlib.h>" nogil:
    long labs(long x)


def roots(double[::1] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = sqrtf(<float>x[i]) + size(x[i] - 3)


def sizes(long[::1] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = labs(x[i])
