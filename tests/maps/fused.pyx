# cython: boundscheck=False, wraparound=False
# Specialisations: what is inferred for each, told once where it is the same.
cimport cython
from cython.parallel import parallel, prange

ctypedef fused real:
    float
    double

ctypedef fused view_t:
    real[:]
    double[:, ::1]


cdef void put(real *p, real value) noexcept nogil:
    p[0] = value


def the_same(real[::1] x, cython.integral n):
    cdef Py_ssize_t i
    #~ x: tofrom | x | perhaps not all of it is written: a view or pointer that is not followed
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            put(&x[i], n)


def decided(real[::1] x):
    cdef Py_ssize_t i
    #~ x: from | x | every element is written before it is read
    #~ x: tofrom | x | read and written
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            if real is float:
                x[i] = 1
            else:
                x[i] = x[i] + 1


def of_other_dimensions(view_t x):
    cdef Py_ssize_t i
    #~ x: from if x.shape[1] >= 1, else tofrom | x[0:x.shape[0], 0:1] | perhaps not all of it is written: the indices do not cover it
    #~ x: from if x.strides[0] == sizeof(double), else tofrom | x | every element is written before it is read where the conditions hold
    #~ x: from if x.strides[0] == sizeof(float), else tofrom | x | every element is written before it is read where the conditions hold
    with nogil, parallel(device={}):
        for i in prange(x.shape[0]):
            if view_t is double[:, ::1]:
                x[i, 0] = 1
            else:
                x[i] = 1


def kept(real[::1] x, int n):
    cdef Py_ssize_t i
    cdef int k
    #~ x: tofrom | x | regions write it, the host's code does not use it
    with device():
        for k in range(n):
            #~ x: tofrom | x | read and written
            with nogil, parallel(device={}):
                for i in prange(x.shape[0]):
                    x[i] = x[i] * k
