cimport libcpp
from cython.parallel cimport prange
from libcpp cimport bool
from libcpp cimport nullptr  #~ ERROR OFC0011


def f(bool[::1] a, int[::1] x, libcpp.vector v):  #~ ERROR OFC0011
    cdef int i
    cdef bool sum = False, any = False, b
    for i in prange(x.shape[0], nogil=True, device={}):
        sum += x[i] > 0  #~ ERROR OFC0522
        any |= x[i] > 0
        with atomic():  #~ ERROR OFC0520
            a[x[i]] += 1
        with atomic():  #~ ERROR OFC0520
            a[x[i]] &= x[i]
        with atomic():
            a[x[i]] |= x[i]
    for b in prange(2, nogil=True):  #~ ERROR OFC0201
        pass
    b = 0.5  #~ ERROR OFC0201
    return sum, any, nullptr
