# cython: language_level=3
"""Ways out of parallel code that cannot be."""

from cython.parallel import parallel, prange


def before(double[:] x, int n):
    cdef int i
    with nogil, parallel():
        if n > 3:
            with gil:
                return 0  #~ ERROR OFC0520
        for i in prange(n):
            x[i] = 0


def in_next_round(double[:] x, int n):
    cdef int i, k
    with nogil, parallel():
        for k in range(n):
            for i in prange(n):
                x[i] = 0
            with gil:
                return k  #~ ERROR OFC0520


def outside(int n):
    with nogil, parallel():
        if n > 3:
            break  #~ ERROR OFC0001


cdef double[:] view_out(double[:] x) noexcept nogil:
    cdef int i
    for i in prange(10):
        return x  #~ ERROR OFC0010


def without_gil(int n):
    cdef int i
    for i in prange(n, nogil=True):
        return i  #~ ERROR OFC0401
