# cython: language_level=3
import numpy as np
cimport cython
from cython.parallel import parallel, prange
from offcy.parallel import atomic, update
from libc.math cimport fabs


def f8(int m):
    cdef double t
    cdef int r
    cdef int i
    t = 1.0
    r = 2
    for i in prange(m, nogil=True, device={}):
        if r:
            continue
        t = 1
    return t
