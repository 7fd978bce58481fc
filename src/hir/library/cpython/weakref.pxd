# What offcy knows about weak references in C.

from cpython.object cimport PyObject

cdef extern from "Python.h":
    bint PyWeakref_Check(object o)
    bint PyWeakref_CheckRef(object o)
    bint PyWeakref_CheckProxy(object o)
    object PyWeakref_NewRef(object o, object callback)
    object PyWeakref_NewProxy(object o, object callback)
    PyObject *PyWeakref_GetObject(object reference) except NULL
