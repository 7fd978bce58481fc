# cython: language_level=3
import numpy as np
cimport cython
from cython.parallel import parallel, prange
from offcy.parallel import atomic, update
from libc.math cimport fabs


def f8(double[:, :, :] T, int m):
    cdef int i
    cdef double[:, :] double2a
    with nogil, device({T: 'tofrom'}):
        for i in prange(m, device={}):
            T[i, -1, 1] = 1.5
        double2a = T[:, 0, :]
        update({double2a: 'to'})
