# Rows by the number of the thread that are not scratch: something else needs what is in there.
# cython: boundscheck=False, wraparound=False
import numpy as np
from cython.parallel import parallel, prange, threadid
from libc.stdlib cimport calloc, free, malloc


cdef void keep(double *p, double **place) noexcept nogil:
    place[0] = p


cdef double first(double *p, Py_ssize_t n) noexcept nogil:
    return p[n]


cdef double total(double *p, Py_ssize_t n) noexcept nogil:
    cdef Py_ssize_t k
    cdef double sum = 0
    for k in range(n):
        sum += p[k]
    return sum


def read_afterwards(double[::1] x, double[::1] out):
    cdef double[:, ::1] rows = np.empty((8, 3))
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        rows[threadid(), 0] = x[i]  #~ ERROR OFC0508
        out[i] = rows[threadid(), 0]
    return rows[0, 0]


def of_numbers(double[::1] x, double[::1] out):
    cdef double[:, ::1] rows = np.arange(24.0).reshape(8, 3)
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        rows[threadid(), 0] = x[i]  #~ ERROR OFC0508
        out[i] = rows[threadid(), 0] + rows[threadid(), 1]


def number_of_the_host(double[::1] x, double[::1] out):
    """Threads of Cython's share the row 0."""
    cdef double[:, ::1] rows = np.empty((8, 3))
    cdef Py_ssize_t i
    cdef int me = threadid()
    for i in prange(x.shape[0], nogil=True, device={}):
        rows[me, 0] = x[i]  #~ WARNING OFC0512
        out[i] = rows[me, 0]


def of_another_loop(double[::1] x, double[::1] out, Py_ssize_t m):
    """The second loop reads what the first has stored."""
    cdef double *rows = <double *>calloc(8 * m, sizeof(double))
    cdef Py_ssize_t i, k
    for i in prange(8, num_threads=8, nogil=True, device={}):
        for k in range(m):
            rows[threadid() * m + k] = k  #~ ERROR OFC0508
    for i in prange(x.shape[0], num_threads=8, nogil=True, device={}):
        rows[threadid() * m] = x[i]  #~ ERROR OFC0508
        out[i] = first(rows + threadid() * m, 1)
    free(rows)


def again(double[::1] x, double[::1] out, Py_ssize_t m):
    """An iteration reads one element more than it stores."""
    cdef double *rows = <double *>malloc(8 * m * sizeof(double))
    cdef double *row
    cdef Py_ssize_t i, k
    cdef int t
    for t in range(3):  #~ ADVICE OFC1001
        for i in prange(x.shape[0], nogil=True, device={}):
            row = rows + threadid() * m  #~ ERROR OFC0508
            for k in range(m - 1):
                row[k] = x[i]
            out[i] = first(row, m - 1)
    free(rows)


def stored(double[::1] x, double[::1] out, Py_ssize_t m):
    cdef double *rows = <double *>malloc(8 * m * sizeof(double))
    cdef double **places = <double **>malloc(x.shape[0] * sizeof(double *))
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        places[i] = rows + threadid() * m
        rows[threadid() * m] = x[i]  #~ ERROR OFC0508
        out[i] = rows[threadid() * m]
    free(places)
    free(rows)


def stored_by_a_function(double[::1] x, double[::1] out, Py_ssize_t m):
    cdef double *rows = <double *>malloc(8 * m * sizeof(double))
    cdef double **places = <double **>malloc(x.shape[0] * sizeof(double *))
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        keep(rows + threadid() * m, &places[i])  #~ ERROR OFC0508
        rows[threadid() * m] = x[i]
        out[i] = rows[threadid() * m]
    free(places)
    free(rows)


def shared(double[::1] x, double[::1] out, Py_ssize_t m):
    """One element of the next thread's row."""
    cdef double *rows = <double *>malloc(8 * m * sizeof(double))
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        rows[threadid() * m] = x[i]  #~ ERROR OFC0508
        out[i] = rows[threadid() * m] + rows[m]
    free(rows)


def kept_on_the_device(double[::1] x, double[::1] out):
    cdef double[:, ::1] rows = np.zeros((8, 3))
    cdef Py_ssize_t i
    with nogil, device({rows: 'tofrom'}):
        for i in prange(x.shape[0], device={}):
            rows[threadid(), 0] = x[i]  #~ ERROR OFC0508
            out[i] = rows[threadid(), 0]


def right(double[::1] x, double[::1] out, Py_ssize_t m):
    """Each iteration stores what it reads, whatever comes before."""
    cdef double *rows = <double *>malloc(8 * m * sizeof(double))
    cdef double *row = NULL
    cdef Py_ssize_t i, k
    cdef int t
    for t in range(3):  #~ ADVICE OFC1001
        for i in prange(x.shape[0], nogil=True, device={}):
            row = rows + threadid() * m
            for k in range(m):
                row[k] = x[i]
            out[i] = total(row, m)
    free(rows)

def read_afterwards(double[::1] x, double[::1] y, int threads):
    """The row that one of the threads had last: one mistake."""
    cdef Py_ssize_t i, m = x.shape[0]
    cdef double *rows = <double *>malloc(threads * m * sizeof(double))
    cdef double *row
    for i in prange(m, nogil=True, device={}, num_threads=threads):
        row = rows + threadid() * m  #~ ERROR OFC0508
        row[0] = x[i]
        y[i] = row[0]
    y[0] = row[0]
    free(rows)
