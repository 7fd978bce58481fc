from cython.dataclasses cimport dataclass

@dataclass
cdef class Point:
    cdef double x
