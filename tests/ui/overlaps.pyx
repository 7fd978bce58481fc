# cython: boundscheck=False, wraparound=False
# Views that a region or a context uses and that overlap in part.
from cython.parallel import parallel, prange


def shifted(double[::1] x):
    cdef int i
    cdef double[::1] a = x[:-1]
    cdef double[::1] b = x[1:]
    for i in prange(a.shape[0], nogil=True, device={}):  #~ WARNING OFC0611
        b[i] = a[i]


def by_length(double[::1] x, int n):
    cdef int i
    cdef double[::1] a = x[0:n - 1]
    cdef double[::1] b = x[1:n]
    with nogil:
        for i in prange(n - 1, device={}):  #~ WARNING OFC0611
            a[i] = b[i]


def constant(double[::1] x):
    cdef int i
    cdef double[::1] a = x[0:6]
    cdef double[::1] b = x[4:10]
    with nogil, device({a: 'to', b: 'tofrom'}):  #~ WARNING OFC0611
        for i in prange(6, device={}):
            b[i] = b[i] + a[i]


def rows(double[:, ::1] x, int n):
    cdef int i
    cdef double[:, ::1] a = x[:n]
    cdef double[:, ::1] b = x[2:n + 2]
    for i in prange(n, nogil=True, device={}):  #~ WARNING OFC0611
        b[i, 0] = a[i, 0]


def columns(double[:, :] x):
    cdef int i
    cdef double[:, :] a = x[:, :4]
    cdef double[:, :] b = x[:, 2:6]
    for i in prange(x.shape[0], nogil=True, device={}):  #~ WARNING OFC0611
        b[i, 0] = a[i, 3]


def diagonal(double[:, :] x):
    cdef int i
    cdef double[:, :] a = x[:4, :4]
    cdef double[:, :] b = x[2:6, 2:6]
    for i in prange(4, nogil=True, device={}):  #~ WARNING OFC0611
        b[i, 0] = a[i, 3]


def parts_of_parts(double[::1] x):
    cdef int i
    cdef double[::1] a = x[2:12]
    cdef double[::1] b = a[:6]
    cdef double[::1] c = x[5:11]
    for i in prange(6, nogil=True, device={}):  #~ WARNING OFC0611
        c[i] = b[i]


def evens(double[::1] x):
    cdef int i
    cdef double[:] a = x[:10:2]
    cdef double[:] b = x[2:12:2]
    for i in prange(5, nogil=True, device={}):  #~ WARNING OFC0611
        b[i] = a[i]


def in_a_loop(double[::1] x, int n):
    cdef int i, r
    cdef double[::1] a, b
    for r in range(n):
        a = x[r:r + 4]
        b = x[r + 2:r + 6]
        for i in prange(4, nogil=True, device={}):  #~ WARNING OFC0611
            b[i] = a[i]


def only_read(double[::1] x, double[::1] y):
    cdef int i
    cdef double[::1] a = x[:-1]
    cdef double[::1] b = x[1:]
    for i in prange(a.shape[0], nogil=True, device={}):
        y[i] = b[i] - a[i]


def apart(double[:] x, double[:, :] d, int n, int k):
    cdef int i
    cdef double[:] a = x[0:5]
    cdef double[:] b = x[5:10]
    for i in prange(5, nogil=True, device={}):
        b[i] = a[i]
    a = x[::2]
    b = x[1::2]
    for i in prange(5, nogil=True, device={}):
        b[i] = a[i]
    a = x[:k]
    b = x[k:]
    for i in prange(5, nogil=True, device={}):
        b[i] = a[i]
    a = d[:, 0]
    b = d[:, 1]
    for i in prange(5, nogil=True, device={}):
        b[i] = a[i]
    a = d[n, 1:]
    b = d[n + 1, :3]
    for i in prange(3, nogil=True, device={}):
        b[i] = a[i]


def one_in_the_other(double[::1] x):
    cdef int i
    cdef double[::1] a = x[1:]
    cdef double[::1] b = a[2:5]
    for i in prange(3, nogil=True, device={}):
        x[i] = a[i] + b[i]
    for i in prange(3, nogil=True, device={}):
        b[i] = a[i]


def same_range(double[::1] x):
    cdef int i
    cdef double[::1] a = x[1:5]
    cdef double[::1] b = x[1:5]
    for i in prange(4, nogil=True, device={}):
        b[i] = a[i] + 1


def unknown(double[::1] x, int n, int k):
    cdef int i
    cdef double[::1] a = x[:n]
    cdef double[::1] b = x[k:]
    for i in prange(4, nogil=True, device={}):
        b[i] = a[i]


def rebound(double[::1] x, double[::1] y, bint c):
    cdef int i
    cdef double[::1] a = x[:-1]
    cdef double[::1] b = x[1:]
    if c:
        b = y
    for i in prange(a.shape[0], nogil=True, device={}):
        b[i] = a[i]


def resident(double[::1] x):
    cdef int i
    cdef double[::1] a = x[:-1]
    cdef double[::1] b = x[1:]
    with nogil, device({x: 'tofrom'}):
        for i in prange(a.shape[0], device={}):  #~ WARNING OFC0611
            b[i] = a[i]
    with nogil, device():
        for i in prange(a.shape[0], device={}):
            b[i] = a[i] + x[0]


def only_parts_are_used(double[::1] x, int n):
    cdef int i
    cdef double[::1] a = x[:-1]
    cdef double[::1] b = x[1:]
    for i in prange(3, nogil=True, device={}):
        b[i + 5] = a[i]
    for i in prange(3, nogil=True, device={}):  #~ WARNING OFC0611
        b[i + 1] = a[i]
