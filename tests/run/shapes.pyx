"""Views of every layout, in kernels and in the glue; structs, pointers, arrays, complex numbers."""
cimport cython
from cython.parallel import prange
from libc.math cimport sqrt, fmax


cdef struct point:
    double x
    double y
    int[3] flags


ctypedef unsigned char byte


cdef enum colour:
    red, green = 5, blue


@cython.device
cdef double norm(double[:] row, int n) nogil:
    cdef double s = 0
    for k in range(n):
        s = s + row[k] * row[k]
    return sqrt(s)


def layouts(double[:, ::1] c, double[::1, :] f, double[:, :] s, const float[:] v, double[:, :, ::1] t):
    cdef int i, j
    cdef double[:] part
    for i in prange(c.shape[0], nogil=True, device={}):
        for j in range(c.shape[1]):
            c[i, j] = f[i, j] + s[i, j] + v[j] + t[i, j, 0]
        c[i, 0] = norm(c[i], 3) + norm(s[:, i], 2) + norm(f[i, :], 1)
    part = s[1:, 2]
    return part[::-1].shape[0], c.T.shape[0], s[0, 1:][0]


def sliced(double[:, ::1] x, int lo, int hi):
    cdef int i
    with nogil:
        for i in prange(x.shape[0], device={}):
            x[i, 0] = norm(x[i, lo:hi], 1) + norm(x[i, hi:lo:-1], 1)


def structs(point[::1] p, int n):
    cdef point q
    cdef int i
    q.x = 1
    q.y = 2
    for i in prange(p.shape[0], nogil=True, device={}):
        p[i].x = p[i].y * q.x
        p[i].flags[1] = n
    return q.y


def numbers(double complex z, byte b, colour k, long double w):
    cdef double complex y = z * 2 + 1j
    cdef double[4] a
    cdef double *p = &a[0]
    p[1] = 3
    a[0] = p[1] + b
    return y * z, a[0], k, b, <int>w, sizeof(point)


def division(long a, long b, int c, unsigned int d, double e):
    return a // b, a % b, c // 3, c % -3, d // 2, e // 2, e % 2, a ** 2, -a, ~a, abs(c), a << 2


def device_division(long[::1] a, long[::1] b):
    cdef long i
    for i in prange(a.shape[0], nogil=True, device={}):
        a[i] = a[i] // b[i] + a[i] % b[i]


def atomics(double[::1] x, long[::1] bins):
    cdef long i
    for i in prange(bins.shape[0], nogil=True, device={}):
        with atomic():
            x[bins[i]] += 1


def complex_atomics(double complex[::1] sums, float complex[::1] singles, long[::1] bins, double complex step):
    cdef long i
    for i in prange(bins.shape[0], nogil=True, device={}):
        with atomic():
            sums[bins[i]] += step * (i % 3)
        with atomic():
            singles[bins[i]] -= 1 + 2j
        with atomic():
            sums[bins[i]].imag += 2


def complex_atomics_on_host(double complex[::1] sums, long[::1] bins):
    cdef long i
    for i in prange(bins.shape[0], nogil=True):
        with atomic():
            sums[bins[i]] += 1 + 2j


def smallest(long a, long b):
    return a // b


def remainder(int a, int b):
    return a % b, a // -1
