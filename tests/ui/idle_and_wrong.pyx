# What is wrong in a data context may have been a region, which nothing else would then be.
from cython.parallel import prange


cdef class Holder:
    cdef double[::1] data


cdef double total(double[::1] x) noexcept nogil:
    return x[0]


def python(x):
    pass


def undefined(double[::1] x):
    cdef Py_ssize_t i
    with device({x: 'to'}):
        for i in prange(x.shape[0], nogil=True, devices={}):  #~ ERROR OFC0520
            x[i] = 0


def counted(double[::1] x):
    cdef double i
    with device({x: 'to'}):
        for i in prange(x.shape[0], nogil=True, device={}):  #~ ERROR OFC0201
            x[0] = 0


def unknown(double[::1] x):
    with device({x: 'to'}):
        nothing(x)  #~ ERROR OFC0101


def mistyped(double[::1] x, Holder holder):
    with device({x: 'to'}):
        total(x, 1)  #~ ERROR OFC0203
    with device({x: 'to'}):
        x.total()  #~ ERROR OFC0204
    with device({x: 'to'}):
        total(1)  #~ ERROR OFC0201
    with device({x: 'to'}):
        x[0] = total  #~ ERROR OFC0201
    with device({x: 'to'}):
        for i in prange(x, nogil=True, device={}):  #~ ERROR OFC0201
            x[0] = 1


cdef void without_gil(double[::1] x) noexcept nogil:
    with device({x: 'to'}):
        python(x)  #~ ERROR OFC0401


def bad_entry(double[::1] x):
    with device({x: 'too'}):  #~ ERROR OFC0620
        x[0] = 1


def bad_entries(double[::1] x, double[::1] y, z):
    with device({x: 'to', y: 'too'}):  #~ ERROR OFC0620
        x[0] = 1
    with device({x: 'to', x: 'from'}):  #~ ERROR OFC0606
        x[0] = 1
    with device({z: 'to'}):  #~ ERROR OFC0607
        x[0] = 1
