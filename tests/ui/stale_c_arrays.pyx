# cython: boundscheck=False, wraparound=False
# C arrays and views of all of them are one in contexts with entries.
from cython.parallel import prange
from offcy.parallel cimport update


cdef void poke(double *p) noexcept nogil:
    p[0] = 1


def written_by_name():
    cdef double b[4]
    cdef int i
    cdef double[::1] v = b
    with device({v: 'to'}):  #~ WARNING OFC0602
        for i in prange(4, nogil=True, device={}):
            v[i] = v[i] + 1
        b[2] = 100
        for i in prange(4, nogil=True, device={}):  #~ WARNING OFC0609
            v[i] = v[i] + 1
    return b[2]


def read_by_name():
    cdef double b[4]
    cdef int i
    cdef double[::1] v = b
    cdef double x
    with device({v: 'tofrom'}):
        for i in prange(4, nogil=True, device={}):
            v[i] = v[i] + 1
        x = b[1]  #~ WARNING OFC0608
    return x


def written_last(int n):
    cdef double b[2][3]
    cdef double other[3]
    cdef int i
    cdef double[:, ::1] v = b
    with device({v: 'tofrom'}):
        for i in prange(2, nogil=True, device={}):
            v[i, 0] = 1
        other[0] = 3
        b[1][n] = other[0]  #~ WARNING OFC0610


def through_the_view():
    cdef double b[4]
    cdef int i
    cdef double[::1] v = b
    cdef double[::1] part = <double[:2]> b
    with device({b: 'tofrom'}):
        for i in prange(4, nogil=True, device={}):
            b[i] = b[i] + 1
        v[1] = 2
        for i in prange(4, nogil=True, device={}):  #~ WARNING OFC0609
            b[i] = b[i] + 1
        update({b: 'from'})
        b[1] = v[0]
        update({v: 'to'})
        for i in prange(4, nogil=True, device={}):
            b[i] = b[i] + 1
        part[0] = 1
    return v[2]


def called():
    cdef double b[4]
    cdef int i
    cdef double[::1] v = b
    with device({v: 'tofrom'}):
        for i in prange(4, nogil=True, device={}):
            v[i] = 1
        poke(b)  #~ WARNING OFC0610
