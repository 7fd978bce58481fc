cdef extern from "sizes.h":
    enum:
        N
    int table[N]  #~ ERROR OFC0205

cdef enum:
    TWICE = 2 * N  #~ ERROR OFC0010
    KNOWN = 4


def f():
    cdef int a[KNOWN * 2]
    cdef int b[N]  #~ ERROR OFC0205
    cdef int[N] c  #~ ERROR OFC0205
    cdef int d[2 - KNOWN]  #~ ERROR OFC0205
    return a
