import numpy as np
from libc.math cimport sqroot  #~ ERROR OFC0103
from somewhere cimport thing  #~ ERROR OFC0103
cimport libcpp.vector  #~ ERROR OFC0011


cdef dobule x  #~ ERROR OFC0102
cdef int n
cdef double n  #~ ERROR OFC0104


def f(a, b):
    c = a + bb  #~ ERROR OFC0101
    for i in rnage(3):  #~ ERROR OFC0101
        c += i
    return c


def g(a, a):  #~ ERROR OFC0104
    return np.zeros(a)
