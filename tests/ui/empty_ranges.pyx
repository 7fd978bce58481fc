# Ranges that count away from their end.
from cython.parallel import prange

DEF LAST = -1


def up(double[:] x):
    cdef int i
    for i in range(9, -1):  #~ WARNING OFC0006
        x[i] = 0
    for i in range(-3):  #~ WARNING OFC0006
        x[i] = 0
    for i in range(10, 4, 2):  #~ WARNING OFC0006
        x[i] = 0


def down(double[:] x):
    cdef int i
    for i in range(0, 10, -1):  #~ WARNING OFC0006
        x[i] = 0
    for i in range(4, LAST):  #~ WARNING OFC0006
        x[i] = 0


def in_a_region(double[:] x):
    cdef int i
    for i in prange(9, -1, nogil=True, device={}):  #~ WARNING OFC0006
        x[i] = 0


def on_the_host(double[:] x):
    cdef int i
    for i in prange(9, -1, nogil=True):  #~ WARNING OFC0006
        x[i] = 0


def meant_so(double[:] x, int n):
    cdef int i
    for i in range(0):
        x[i] = 0
    for i in range(3, 3):
        x[i] = 0
    for i in range(n, 0):
        x[i] = 0
    for i in range(9, -1, -1):
        x[i] = 0
    for i in range(9, -1, n):
        x[i] = 0


def runs(double[:] x):
    cdef unsigned int i
    for i in range(4294967290, -1):
        x[0] += 1
