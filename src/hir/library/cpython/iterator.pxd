# What offcy knows about Python's iterators in C.

from cpython.object cimport PyObject

cdef extern from "Python.h":
    bint PyIter_Check(object o)
    PyObject *PyIter_Next(object iterator) except? NULL
    object PySeqIter_New(object sequence)
    object PyCallIter_New(object callable, object sentinel)
