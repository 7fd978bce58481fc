# cython: boundscheck=False, wraparound=False
# Iterations that read or write what others write, and those that only look so.
from cython.parallel import atomic, parallel, prange

cdef struct Pair:
    double a, b


def carried(double[::1] x, double[:, ::1] y, int n):
    cdef int i, j
    for i in prange(1, n, nogil=True, device={}):
        x[i] = x[i - 1] + 1  #~ WARNING OFC0512
    for i in prange(1, n - 1, nogil=True, device={}):
        for j in range(1, n - 1):
            y[i, j] = y[i + 1, j - 1]  #~ WARNING OFC0512
    for i in prange(n, nogil=True, device={}):
        for j in prange(1, n):
            y[i, j] = y[i, j - 1]  #~ WARNING OFC0512
    for i in prange(n, nogil=True, device={}):
        x[i] = x[i] / x[0]  #~ WARNING OFC0512


def through_a_loop(double[::1] x, int n):
    cdef int i, j
    cdef double total
    for i in prange(n, nogil=True, device={}):
        total = 0
        for j in range(n):
            total = total + x[j]  #~ WARNING OFC0512
        x[i] = total
    for i in prange(n, nogil=True, device={}):
        total = 0
        for j in range(i):
            total = total + x[j]  #~ WARNING OFC0512
        x[i] = total
    for i in prange(1, n - 1, nogil=True, device={}):
        total = 0
        for j in range(i - 1, i + 2):
            total = total + x[j]  #~ WARNING OFC0512
        x[i] = total


def one_element(double[::1] out, double[::1] x, double[:, ::1] y, int n):
    cdef int i, j
    for i in prange(n, nogil=True, device={}):
        out[0] = x[i]  #~ WARNING OFC0512
    for i in prange(n, nogil=True, device={}):
        for j in range(n):
            out[j] = y[i, j]  #~ WARNING OFC0512


def no_meeting(double[::1] x, double[:, ::1] y, Pair[::1] p, int n, int k):
    cdef int i, j
    for i in prange(n, nogil=True, device={}):
        x[2 * i] = x[2 * i + 1]
    for i in prange(n, nogil=True, device={}):
        x[i] = x[i + n]
    for i in prange(4, nogil=True, device={}):
        x[i] = x[i + 4]
    for i in prange(0, n, 2, nogil=True, device={}):
        x[i] = x[i + 1]
    for i in prange(n, nogil=True, device={}):
        for j in range(1, n):
            y[i, j] = y[i, j - 1]
    for i in prange(n, nogil=True, device={}):
        p[i].a = p[n - 1 - i].b
    for i in prange(n, nogil=True, device={}):
        x[0] = 1
    for i in prange(n, nogil=True, device={}):
        if i == k:
            x[0] = i
    for i in prange(1, n, nogil=True, device={}):
        with atomic():
            x[i - 1] += i
    for i in prange(n, nogil=True, device={}):
        for j in range(i, i + 1):
            x[j] = x[i]


def scratch(double[:, ::1] y, double[::1] buf, double[::1] out, int n):
    cdef int i, j
    for i in prange(n, nogil=True, device={}):
        for j in range(8):
            buf[j] = y[i, j]  #~ WARNING OFC0512
        out[i] = buf[0] + buf[7]
    for i in prange(n, nogil=True, device={}):
        for j in range(8):
            out[j] = y[i, j] - buf[j]  #~ WARNING OFC0512
