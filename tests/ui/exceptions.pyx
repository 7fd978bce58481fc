# What `try`, `with` and `del` need, and what is not there yet.
from cython.parallel cimport parallel, prange


def without_the_gil(double[::1] x, manager):
    cdef Py_ssize_t i
    with nogil:
        try:  #~ ERROR OFC0401
            x[0] = 1
        except ValueError:
            x[0] = 2
    with nogil:
        with manager:  #~ ERROR OFC0401
            x[0] = 1
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            try:  #~ ERROR OFC0501
                x[i] = 1
            except ValueError:
                x[i] = 2


cdef double function(double x) nogil:
    try:  #~ ERROR OFC0401
        return 1 / x
    except ZeroDivisionError:
        return 0


def in_parallel_code(double[::1] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True):
        with gil:
            try:
                x[i] = 1
            except ValueError:
                pass
    with nogil, parallel():
        try:  #~ ERROR OFC0401
            x[0] = 1
        except ValueError:
            x[0] = 2


def groups():
    try:
        pass
    except* ValueError:  #~ ERROR OFC0010
        pass


def deleting(int n, double[:] x, things):
    del things[0], things.name, things
    del n  #~ ERROR OFC0206
    del x[0]  #~ ERROR OFC0206


cdef class Holder:
    cdef object held
    cdef public object shown

    def empties(self):
        del self.shown
        del self.held  #~ ERROR OFC0206


cdef int cleans_up(int n) except -1 nogil:
    try:  #~ ERROR OFC0504
        return 1 // n
    finally:
        n = 0


def on_a_device(long[::1] x):
    cdef Py_ssize_t i
    for i in prange(x.shape[0], nogil=True, device={}):
        x[i] = cleans_up(i)
    with nogil:
        try:
            with gil:
                return x[0]
        finally:
            x[0] = 1


def lost(nowhere):
    try:
        missing()  #~ ERROR OFC0101
    except absent:  #~ ERROR OFC0101
        del nothing.attribute  #~ ERROR OFC0101
    with unknown as nowhere:  #~ ERROR OFC0101
        pass
