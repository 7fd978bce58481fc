# What offcy knows about sentinels in C: Python 3.15's.

cdef extern from "Python.h":
    bint PySentinel_Check(object o)
    object PySentinel_New(const char *name, const char *module)
