# What offcy knows about Python's functions in C.

from cpython.object cimport PyObject

cdef extern from "Python.h":
    bint PyFunction_Check(object o)
    object PyFunction_New(object code, object globals)
    PyObject *PyFunction_GetCode(object function) except? NULL
    PyObject *PyFunction_GetGlobals(object function) except? NULL
    PyObject *PyFunction_GetModule(object function) except? NULL
    PyObject *PyFunction_GetDefaults(object function) except? NULL
    int PyFunction_SetDefaults(object function, object defaults) except -1
    PyObject *PyFunction_GetClosure(object function) except? NULL
    int PyFunction_SetClosure(object function, object closure) except -1
