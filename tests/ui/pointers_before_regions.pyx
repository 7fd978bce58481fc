# cython: boundscheck=False, wraparound=False
# Pointers whose views, indices or values may be others when the region begins.
cimport numpy as np
from cython.parallel import prange
from libc.stdlib cimport free, malloc


def rebound(double[:, ::1] a, double[:, ::1] b, double[::1] out, int[::1] order):
    cdef double *row = &a[1, 0]
    cdef Py_ssize_t i
    a = b
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = row[order[i]]  #~ ERROR OFC0601


def moved(double[:, ::1] a, double[::1] out, int[::1] order, Py_ssize_t k):
    cdef double *row = &a[k, 0]
    cdef Py_ssize_t i
    k += 1
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = row[order[i]]  #~ ERROR OFC0601


def chosen(double[:, ::1] a, double[::1] out, int[::1] order, bint first):
    cdef double *row = NULL
    cdef Py_ssize_t i
    if first:
        row = &a[1, 0]
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = row[order[i]]  #~ ERROR OFC0601


def of_before(double[:, ::1] a, double[::1] out, int[::1] order):
    cdef double *row
    cdef Py_ssize_t i, k
    for k in range(a.shape[0]):
        if k > 0:
            for i in prange(out.shape[0], nogil=True, device={}):
                out[i] = row[order[i]]  #~ ERROR OFC0601
        row = &a[k, 0]


def strided(double[:, :] a, double[::1] out, int[::1] order):
    cdef double *row = &a[0, 0]
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = row[order[i]]  #~ ERROR OFC0601


cdef void elsewhere(double **p) noexcept:
    p[0] += 1


def shown(double[:, ::1] a, double[::1] out, int[::1] order):
    cdef double *row = &a[0, 0]
    cdef Py_ssize_t i
    elsewhere(&row)
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = row[order[i]]  #~ ERROR OFC0601


def within_data(np.ndarray a, double[::1] out, int[::1] order, Py_ssize_t k):
    cdef double *row = <double *> a.data + k
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = row[order[i]]  #~ ERROR OFC0601


def of_some_object(a, double[::1] out, int[::1] order):
    cdef double *row = <double *> <size_t> a.ctypes.data
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = row[order[i]]  #~ ERROR OFC0601


def moved_on(Py_ssize_t n, double[::1] out, int[::1] order):
    cdef double *all = <double *> malloc(2 * n * sizeof(double))
    cdef double *row = all + n
    cdef Py_ssize_t i
    n += 1
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = row[order[i]]  #~ ERROR OFC0601
    free(all)


def in_a_loop(Py_ssize_t n, double[::1] out, int[::1] order):
    cdef double *all = <double *> malloc(n * n * sizeof(double))
    cdef double *row
    cdef Py_ssize_t i, k
    for k in range(n):
        row = all + k * n
        order[0] = k
        for i in prange(out.shape[0], nogil=True, device={}):
            out[i] = row[order[i]]  #~ ERROR OFC0601
        out[0] = 0
    free(all)


cdef void given(double *row, double[::1] out, int[::1] order) noexcept nogil:
    cdef Py_ssize_t i
    for i in prange(out.shape[0], device={}):
        out[i] = row[order[i]]  #~ ERROR OFC0601


def gives(np.ndarray a, double[::1] out, int[::1] order):
    given(<double *> a.data, out, order)
    given(<double *> a.data + 1, out, order)
