# cython: boundscheck=False, wraparound=False
# In-place operators on elements that iterations share, and on elements of their own.
from cython.parallel import parallel, prange

cdef struct Point:
    double v
    double w[3]


def own_elements_of_arrays(double[::1] x, int n):
    cdef double a[10]
    cdef double b[4][5]
    cdef int i, k
    for i in range(10):
        a[i] = i
    for i in prange(10, nogil=True, device={}):
        a[i] = a[i] * n
    for i in prange(10, nogil=True, device={}):
        a[i] += x[i]
    for i in prange(4, nogil=True, device={}):
        for k in range(5):
            b[i][k] += 1
    return a[3]


def shared_elements_of_arrays(double[::1] x, int n):
    cdef double a[10]
    cdef double b[4][5]
    cdef int i, k
    for i in prange(n, nogil=True, device={}):
        a[3] += x[i]  #~ ERROR OFC0508
    for i in prange(n, nogil=True, device={}):
        for k in range(5):
            b[0][k] += x[i]  #~ ERROR OFC0508
    for i in prange(n, nogil=True, device={}):
        a[<int>x[i]] += 1  #~ WARNING OFC0508
    return a[3]


def fields(Point[::1] p, int n):
    cdef Point q[8]
    cdef int i
    for i in prange(n, nogil=True, device={}):
        p[i].v += 1
        p[0].w[i] += 1
        p[i].w[1] += 1
    for i in prange(8, nogil=True, device={}):
        q[i].v += 1
    for i in prange(8, nogil=True, device={}):
        p[0].v += 1  #~ ERROR OFC0508
        p[0].w[2] += 1  #~ ERROR OFC0508
        q[0].v += 1  #~ ERROR OFC0508


cdef double callee(double x) noexcept nogil:
    cdef double a[3]
    cdef int k
    for k in range(3):
        a[k] = x
    a[0] += a[1]
    return a[0]


def arrays_of_a_callee(double[::1] x):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = callee(x[i])


def own_struct(double[::1] x):
    cdef Point p, q
    cdef int i
    q.v = 0
    for i in prange(x.shape[0], nogil=True, device={}):
        p = q
        p.v = x[i]
        p.w[0] = 0
        p.w[0] += p.v
        p.v += 1
        x[i] = p.v + p.w[0]
