# What offcy knows about descriptors in C.

cdef extern from "Python.h":
    bint PyDescr_IsData(object descriptor)
