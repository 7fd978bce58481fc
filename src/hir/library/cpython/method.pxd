# What offcy knows about Python's bound methods in C.

from cpython.object cimport PyObject

cdef extern from "Python.h":
    bint PyMethod_Check(object o)
    object PyMethod_New(object function, object instance)
    PyObject *PyMethod_Function(object method) except NULL
    PyObject *PyMethod_GET_FUNCTION(object method)
    PyObject *PyMethod_Self(object method) except? NULL
    PyObject *PyMethod_GET_SELF(object method)
