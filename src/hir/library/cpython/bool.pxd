# What offcy knows about Python's truth values in C.

cdef extern from "Python.h":
    bint PyBool_Check(object o)
    object PyBool_FromLong(long value)
