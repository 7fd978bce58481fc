# Pointers to memoryviews: what they cannot do, and that no device has them.
cimport cython
from cython.parallel import prange

ctypedef double[:] Row

cdef struct Node:
    Row *rows
    int count

cdef Row table[3]  #~ ERROR OFC0205
cdef object *object_pointer  #~ ERROR OFC0205


def size_of_type():
    return sizeof(Row)  #~ ERROR OFC0205


cdef void attributes(Row *p):
    print(p.T)  #~ ERROR OFC0204
    print(p.copy())  #~ ERROR OFC0204


cdef void address(Row *p):
    cdef Row *q = &p[0]  #~ ERROR OFC0205


cdef void other_type(Row *p):
    cdef float[:] row = p[0]  #~ ERROR OFC0302


cdef void constant(const Row *p, Row row):
    p[0] = row  #~ ERROR OFC0206



def from_python(Row *p):  #~ ERROR OFC0201
    return p[0]


cdef double of_region(Row *p, Py_ssize_t i) noexcept nogil:
    return p[0][i]


@cython.device
cdef double of_device(Row *p, Py_ssize_t i) noexcept nogil:
    return p[0][i]  #~ ERROR OFC0504


cdef void element(Row *p, double[:] out):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = p[0][i]  #~ ERROR OFC0504


cdef void passed(Row *p, double[:] out):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = of_region(p, i)  #~ ERROR OFC0504


cdef void field(Node *node, double[:] out):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        node.rows[0][i] = out[i]  #~ ERROR OFC0504


cdef void stored(Row *p, double[:] out):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        p[i] = out  #~ ERROR OFC0504


cdef void compared(Row *p, double[:] out):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        if p != NULL:  #~ ERROR OFC0504
            out[i] = 1


cdef void mapped(Row *p, double[:] out):
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={p: ("to", 3)}):  #~ ERROR OFC0607
        out[i] = 1


cdef void copied(Row *p, double[:] out):
    cdef Row x = p[0]
    cdef Py_ssize_t i
    for i in prange(out.shape[0], nogil=True, device={}):
        out[i] = x[i]
