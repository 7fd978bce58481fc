# Declarations where Cython takes none, and loops that only look parallel.
from cython.parallel cimport prange


cdef int first(int x):
    return x


def inside(int n, double[:] x):
    cdef int i
    if n:
        cdef int j = 3  #~ ERROR OFC0001
    else:
        cdef int other  #~ ERROR OFC0001
    for i in range(n):
        cdef double y = 2  #~ ERROR OFC0001
    while n:
        cdef:  #~ ERROR OFC0001
            int k
    try:
        cdef int l = 1  #~ ERROR OFC0001
    finally:
        pass
    with nogil:
        cdef int m = 1  #~ ERROR OFC0001
    cdef struct Local:  #~ ERROR OFC0001
        int a
    ctypedef int number  #~ ERROR OFC0001
    cdef int allowed = 1
    cdef int[3] few = [1, 2, 3]
    cdef int many[3] = [1, 2, 3]  #~ ERROR OFC0001
    cdef int (*f)(int) = first  #~ ERROR OFC0001


if True:
    cdef int of_module  #~ ERROR OFC0001


class Plain:
    cdef int field  #~ ERROR OFC0001


def not_parallel(int n, double[:] x):
    cdef int i
    for i in range(n, device={}):  #~ ERROR OFC0520
        x[i] = 1
    for i in range(0, n, nogil=True):  #~ ERROR OFC0520
        x[i] = 1
