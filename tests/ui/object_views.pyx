# Memoryviews of Python objects: only with the GIL.
from cython.parallel import device, parallel, prange
cimport numpy as cnp


def without_gil(object[:] a, int n):
    with nogil:
        x = a[0]  #~ ERROR OFC0401
    return x


def bound_without_gil(object[:] a, x):
    with nogil:
        a[0] = x  #~ ERROR OFC0401


def filled_without_gil(object[:] a, x):
    with nogil:
        a[:] = x  #~ ERROR OFC0401


def copied_without_gil(object[:] a, object[:] b):
    with nogil:
        a[:] = b  #~ ERROR OFC0401


def in_region(object[:] a, double[:] out, int n):
    cdef int i
    for i in prange(n, nogil=True, device={}):
        out[i] = a[i]  #~ ERROR OFC0501


def extents_in_region(object[:] a, double[:] out):
    cdef int i
    for i in prange(a.shape[0], nogil=True, device={}):
        out[i] = a.shape[0]


def mapped(object[:] a, double[:] out):
    cdef int i
    with device({a: 'to'}):  #~ ERROR OFC0501
        for i in prange(out.shape[0], nogil=True, device={}):
            out[i] = 1


def in_place(object[:] a, str[:] b):
    a[0] += 1  #~ ERROR OFC0202
    b[0] *= 2  #~ ERROR OFC0202


def old_in_place(cnp.ndarray[object] a):
    a[0] += 1  #~ ERROR OFC0202


def address(object[:] a):
    return <size_t> &a[0]  #~ ERROR OFC0205


def others(object[:] a, double[:] b, str[:] c):
    a[:] = b  #~ ERROR OFC0302
    c[:] = a  #~ ERROR OFC0302
    b = a  #~ ERROR OFC0302
    a = c  #~ ERROR OFC0302


cdef double[:][:] views  #~ ERROR OFC0205


cdef object[:] table


def bound_in_region(object[:] a, double[:] x, y):
    cdef int i
    for i in prange(x.shape[0], nogil=True, device={a: 'to'}):  #~ ERROR OFC0501
        x[i] = 1
    with device({table: 'to'}):  #~ ERROR OFC0501
        for i in prange(x.shape[0], nogil=True, device={}):
            a[i] = y  #~ ERROR OFC0501


def options(cnp.ndarray[double, 1, "c", True] a):  #~ ERROR OFC0205
    pass


def no_option(cnp.ndarray[double, order="c"] a):  #~ ERROR OFC0205
    pass
