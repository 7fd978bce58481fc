# What offcy knows about Python's tuples in C.

from cpython.object cimport PyObject

cdef extern from "Python.h":
    bint PyTuple_Check(object o)
    bint PyTuple_CheckExact(object o)
    tuple PyTuple_New(Py_ssize_t length)
    tuple PyTuple_Pack(Py_ssize_t count, ...)
    Py_ssize_t PyTuple_Size(object tuple) except -1
    Py_ssize_t PyTuple_GET_SIZE(object tuple)
    PyObject *PyTuple_GetItem(object tuple, Py_ssize_t index) except NULL
    PyObject *PyTuple_GET_ITEM(object tuple, Py_ssize_t index)
    tuple PyTuple_GetSlice(object tuple, Py_ssize_t low, Py_ssize_t high)
    int PyTuple_SetItem(object tuple, Py_ssize_t index, object item) except -1
    void PyTuple_SET_ITEM(object tuple, Py_ssize_t index, object item)
    int _PyTuple_Resize(PyObject **tuple, Py_ssize_t length) except -1
