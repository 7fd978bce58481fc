# cython: boundscheck=False, wraparound=False
# A view that a region binds belongs to the iteration that binds it.
from cython.parallel import prange, parallel

def across_loops(double[:, ::1] b, double[::1] o):
    cdef Py_ssize_t i, j, n = b.shape[0]
    cdef double[::1] row
    with nogil, parallel(device={}):
        for i in prange(n):
            row = b[i]
            o[i] = row[0]
        for j in prange(n):
            o[j] += row[1]  #~ ERROR OFC0504

def after_a_loop_inside(double[:, ::1] b, double[::1] o):
    cdef Py_ssize_t i, j, k, n = b.shape[0]
    cdef double[::1] row
    for i in prange(n, nogil=True, device={}):
        for j in range(n):
            row = b[j]
        for k in range(n):
            o[i] += row[k]  #~ ERROR OFC0504

def in_some_iterations(double[:, ::1] b, double[::1] o):
    cdef Py_ssize_t i, n = b.shape[0]
    cdef double[::1] row
    for i in prange(n, nogil=True, device={}):
        if i > 3:
            row = b[i]
        o[i] = row[0]  #~ ERROR OFC0504

def in_each(double[:, ::1] a, double[:, ::1] b, double[::1] o):
    cdef Py_ssize_t i, j, n = b.shape[0]
    cdef double[::1] row
    for i in prange(n, nogil=True, device={}):
        if i > 3:
            row = a[i]
        else:
            row = b[i]
        o[i] = row[0]
    for i in prange(n, nogil=True, device={}):
        for j in range(2):
            row = b[i]
            o[i] += row[j]
