# What offcy knows about the cells that functions share in Python.

from cpython.object cimport PyObject

cdef extern from "Python.h":
    bint PyCell_Check(object o)
    object PyCell_New(PyObject *o)
    object PyCell_Get(object cell)
    object PyCell_GET(object cell)
    int PyCell_Set(object cell, PyObject *value) except -1
    void PyCell_SET(object cell, PyObject *value)
