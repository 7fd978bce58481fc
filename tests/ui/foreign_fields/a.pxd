from libcpp.vector cimport vector
cdef class A:
    cdef vector[int] v
    cdef int n
