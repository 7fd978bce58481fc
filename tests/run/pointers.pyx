# cython: boundscheck=False, wraparound=False, cdivision=True
# Pointers in regions: arithmetic, casts, pointers to structs, memory that a thread allocates for itself.
cimport cython
from cython.parallel import parallel, prange
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

cdef struct Point:
    double x
    int n
    float w[2]

ctypedef double *Row


@cython.device
cdef double total(const double *p, Py_ssize_t n) noexcept nogil:
    cdef double s = 0
    cdef const double *end = p + n
    while p != end:
        s += p[0]
        p += 1
    return s


@cython.device
cdef void shift(Point *p, double by) noexcept nogil:
    if p != NULL:
        p.x += by
        p.w[1] = p.w[0] + <float>by


def derived(double[::1] x, double[:] out, Py_ssize_t n):
    """A row of a mapped block, by pointer arithmetic."""
    cdef Py_ssize_t i, m = out.shape[0]
    cdef double *p = &x[0]
    cdef Row row
    for i in prange(m, nogil=True, device={p: ('tofrom', m * n)}):
        row = p + i * n
        out[i] = row[0] + row[n - 1] + total(row, n) + (row + 1)[0] + (&row[n - 1] - row)
        row[0] = i


def of_views(double[:, ::1] x, double[:] out):
    cdef Py_ssize_t i
    cdef double *row
    for i in prange(x.shape[0], nogil=True, device={}):
        row = &x[i, 0]
        out[i] = total(row, x.shape[1])
        row[x.shape[1] - 1] = -1


def heap(double[:, :] x, double[:] out):
    cdef Py_ssize_t i, j, n = x.shape[1]
    cdef double *t
    cdef double *u
    for i in prange(x.shape[0], nogil=True, device={}):
        t = <double *>malloc(n * sizeof(double))
        u = <double *>malloc(n * sizeof(double))
        if t == NULL or u == NULL:
            out[i] = -1
        else:
            for j in range(n):
                t[j] = x[i, j] * 2
            memcpy(u, t, n * sizeof(double))
            memset(t, 0, sizeof(double))
            out[i] = total(t, n) + 100 * total(u, n)
        free(u)
        free(t)


def structs(Py_ssize_t n):
    cdef Point *p = <Point *>malloc(n * sizeof(Point))
    cdef Point *q
    cdef Py_ssize_t i
    cdef double s = 0
    for i in prange(n, nogil=True, device={p: ('tofrom', n)}):
        p[i].x = i
        p[i].w[0] = 2
        q = p + i
        q.n = <int>i * 2
        shift(q, 0.5)
        shift(NULL, 1)
    for i in range(n):
        s += p[i].x + p[i].n + p[i].w[1]
    free(p)
    return s


def casts(long[::1] words, unsigned char[:] out, double[:] values):
    """The same memory as bytes, as structs, as an address of anything."""
    cdef Py_ssize_t i, n = words.shape[0]
    cdef long *p = &words[0]
    cdef void *any
    cdef unsigned char *bytes
    for i in prange(n, nogil=True, device={p: ('to', n)}):
        bytes = <unsigned char *>p
        out[i] = bytes[8 * i] + bytes[8 * i + 1]
        any = p
        values[i] = (<long *>any)[i] + (<int *>(p + i))[0] + (<Point *>p)[0].n


@cython.device
cdef double window(double[:, :] x, Py_ssize_t i) noexcept nogil:
    cdef double kept[4]
    cdef Py_ssize_t j
    for j in range(4):
        kept[j] = x[i, j]
    kept[0], kept[3] = kept[3], kept[0]
    return total(kept, 3) + kept[3] * 10 + total(kept + 1, 2) + (kept + 2)[1]


def local_arrays(double[:, :] x, double[:] out):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        out[i] = window(x, i)


def of_const(const double[:, ::1] x, const Point[::1] points, double[::1] out):
    """Addresses of what may only be read are pointers to const."""
    cdef Py_ssize_t i
    cdef const double *row = &x[1, 0]
    cdef const double *end = &row[x.shape[1] - 1]
    cdef const int *n = &points[1].n
    cdef char *bytes = <char *>&x[0, 1]
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = total(&x[i, 0], x.shape[1])
    return row[0], end[0], n[0], (<double *>bytes)[0], &x[1, 0] - &x[0, 0], total(&row[1], 2)
