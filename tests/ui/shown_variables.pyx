# cython: boundscheck=False
# Numbers and structs whose storage a view or pointer shows as well.
from cython.parallel import prange
from offcy.parallel import device, update

cdef struct Pair:
    double a
    double b[3]

def read_beside(double[::1] out):
    cdef Py_ssize_t i
    cdef double x = 3
    cdef double[:] v = <double[:1:1]> &x
    for i in prange(1, nogil=True, device={}):
        v[0] = 7
        out[i] = x  #~ ERROR OFC0613
    return x

def read_beside_a_pointer(double[::1] out):
    cdef Py_ssize_t i
    cdef double x = 3
    cdef double *p = &x
    for i in prange(1, nogil=True, device={p: ('tofrom', 1)}):
        p[0] = 7
        out[i] = x  #~ ERROR OFC0613
    return x

def summed(double[::1] out):
    cdef Py_ssize_t i
    cdef double x = 3
    cdef double[:] v = <double[:1:1]> &x
    for i in prange(4, nogil=True, device={}):
        x += out[i]  #~ ERROR OFC0613
        if i == 0:
            v[0] = 2
    return x

def of_a_struct(double[::1] out):
    cdef Py_ssize_t i
    cdef Pair s
    s.a = s.b[0] = s.b[1] = s.b[2] = 1
    cdef double[:] v = <double[:3]> s.b
    for i in prange(3, nogil=True, device={}):
        v[i] = s.a + s.b[i]  #~ ERROR OFC0613
    return s

def between_regions(double[::1] out):
    cdef Py_ssize_t i
    cdef double x = 3
    cdef double[:] v = <double[:1:1]> &x
    with device({v: 'tofrom', out: 'tofrom'}):
        for i in prange(1, nogil=True, device={}):
            v[i] = 7
        for i in prange(1, nogil=True, device={}):  #~ WARNING OFC0608
            out[i] = x
        x = 9
        for i in prange(1, nogil=True, device={}):  #~ WARNING OFC0609
            out[i] = v[i]
    return x

def read_between(double[::1] out):
    cdef Py_ssize_t i
    cdef double x = 3, y
    cdef double[:] v = <double[:1:1]> &x
    with device({v: 'tofrom'}):
        for i in prange(1, nogil=True, device={}):
            v[i] = 7
        y = x  #~ WARNING OFC0608
        update({v: 'from'})
        y += x
    return y + x

# Only read, another variable's pointer, or inferred contexts: nothing to say.

def only_read(double[::1] out):
    cdef Py_ssize_t i
    cdef double x = 3
    cdef double[:] v = <double[:1:1]> &x
    for i in prange(1, nogil=True, device={}):
        out[i] = x + v[0]
    return x

def bound_again(double[::1] out):
    cdef Py_ssize_t i
    cdef double x = 3, y = 4
    cdef double *p = &x
    p = &y
    for i in prange(1, nogil=True, device={p: ('tofrom', 1)}):
        p[0] = 7
        out[i] = x
    return x

def inferred(double[::1] out):
    cdef Py_ssize_t i
    cdef double x = 3
    cdef double[:] v = <double[:1:1]> &x
    with device():
        for i in prange(1, nogil=True, device={}):
            v[i] = 7
        for i in prange(1, nogil=True, device={}):
            out[i] = x
        x = 9
        for i in prange(1, nogil=True, device={}):
            out[i] += v[i]
    return x
