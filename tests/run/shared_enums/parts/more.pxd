from .sizes cimport N

cdef enum:
    FIRST = N
    LAST
