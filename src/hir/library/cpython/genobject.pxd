# What offcy knows of Python's generators in C.

cdef extern from "Python.h":
    bint PyGen_Check(object o)
    bint PyGen_CheckExact(object o)
