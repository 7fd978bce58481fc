# cython: boundscheck=False, wraparound=False
# Pointers whose views, indices or values may be others when the region begins.
from cython.parallel import prange


def rebound(double[:, ::1] a, double[:, ::1] b, double[::1] out, int[::1] order):
    cdef double *row = &a[0, 0]
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
        row = &a[0, 0]
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
