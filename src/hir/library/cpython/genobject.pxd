# What offcy knows about Python's generators in C.

cdef extern from "Python.h":
    bint PyGen_Check(object o)
    bint PyGen_CheckExact(object o)
