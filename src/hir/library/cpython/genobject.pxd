# What offcy knows about Python's generators in C.

from cpython.pystate cimport PyFrameObject

cdef extern from "Python.h":
    bint PyGen_Check(object o)
    bint PyGen_CheckExact(object o)
    object PyGen_New(PyFrameObject *frame)
    object PyGen_NewWithQualName(PyFrameObject *frame, object name, object qualified)
