# Numbers for which processors have no atomic operations.

from cython.parallel import prange


def total(double[::1] x):
    cdef long double total = 0, product = 1
    cdef long double complex both = 0
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):
        total += x[i]
        product *= x[i]
        both += x[i] * 1j
    return <double>total, <double>product, <double complex>both


def on_device(double[::1] x):
    cdef long double total = 0
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        total += x[i]
    return <double>total

