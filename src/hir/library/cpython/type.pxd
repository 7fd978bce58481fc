# What offcy knows of Python's types in C.

from cpython.object cimport PyTypeObject

cdef extern from "Python.h":
    bint PyType_Check(object o)
    bint PyType_CheckExact(object o)
    void PyType_Modified(object type)
    bint PyType_HasFeature(object type, int feature)
    bint PyType_IS_GC(object type)
    bint PyType_IsSubtype(type left, type right)
    object PyType_GenericAlloc(object type, Py_ssize_t items)
    object PyType_GenericNew(type type, object arguments, object keywords)
    bint PyType_Ready(type type) except -1
