# cython: boundscheck=False, wraparound=False
# In-place operators on elements that iterations share, and on elements of their own.
cimport cython
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


# Parts of the loop's variable.

def row_and_column(double[:, ::1] a, double[::1] x):
    cdef Py_ssize_t k, m = a.shape[1]
    for k in prange(x.shape[0], nogil=True, device={}):
        a[k // m, k % m] += x[k]


def row_and_column_by_names(double[:, ::1] a, double[::1] x):
    cdef Py_ssize_t k, i, j, m = a.shape[1]
    for k in prange(x.shape[0], nogil=True, device={}):
        i = k // m
        j = k % m
        a[i, j] *= x[k]


def of_three_axes(double[:, :, ::1] a, double[::1] x):
    cdef Py_ssize_t k, m = a.shape[1], l = a.shape[2]
    for k in prange(x.shape[0], nogil=True, device={}):
        a[k // (m * l), k // l % m, k % l] += x[k]


def turned(double[::1] a, double[::1] x, Py_ssize_t c):
    cdef Py_ssize_t i, n = a.shape[0]
    for i in prange(n, nogil=True, device={}):
        a[(i + c) % n] += x[i]


def rows_alone(double[:, ::1] a, double[::1] x):
    cdef Py_ssize_t k, m = a.shape[1]
    for k in prange(x.shape[0], nogil=True, device={}):
        a[k // m, 0] += x[k]  #~ WARNING OFC0508


def by_two_numbers(double[:, ::1] a, double[::1] x, Py_ssize_t l):
    cdef Py_ssize_t k, m = a.shape[1]
    for k in prange(x.shape[0], nogil=True, device={}):
        a[k // l, k % m] += x[k]  #~ WARNING OFC0508


def turned_too_often(double[::1] a, double[::1] x, Py_ssize_t c):
    cdef Py_ssize_t i, n = a.shape[0]
    for i in prange(n + 1, nogil=True, device={}):
        a[(i + c) % n] += x[0]  #~ WARNING OFC0508


def assigned_on_one_path(double[:, ::1] a, double[::1] x):
    cdef Py_ssize_t k, i, j, m = a.shape[1]
    for k in prange(x.shape[0], nogil=True, device={}):
        i = k // m
        j = k % m
        if x[k] > 0:
            j = 0
        a[i, j] += x[k]  #~ WARNING OFC0508


@cython.boundscheck(True)
@cython.wraparound(True)
def row_and_column_with_checks(double[:, :] a, double[::1] x):
    cdef int k, i, j, m = a.shape[1]
    for k in prange(x.shape[0], nogil=True, device={}):
        i = k // m
        j = k % m
        a[i, j] += x[k]
