# What offcy knows of Python's lists in C.

from cpython.object cimport PyObject

cdef extern from "Python.h":
    bint PyList_Check(object o)
    bint PyList_CheckExact(object o)
    list PyList_New(Py_ssize_t length)
    Py_ssize_t PyList_Size(object list) except -1
    Py_ssize_t PyList_GET_SIZE(object list)
    PyObject *PyList_GetItem(object list, Py_ssize_t index) except NULL
    PyObject *PyList_GET_ITEM(object list, Py_ssize_t index)
    int PyList_SetItem(object list, Py_ssize_t index, object item) except -1
    void PyList_SET_ITEM(object list, Py_ssize_t index, object item)
    int PyList_Insert(object list, Py_ssize_t index, object item) except -1
    int PyList_Append(object list, object item) except -1
    list PyList_GetSlice(object list, Py_ssize_t low, Py_ssize_t high)
    int PyList_SetSlice(object list, Py_ssize_t low, Py_ssize_t high, object items) except -1
    int PyList_Sort(object list) except -1
    int PyList_Reverse(object list) except -1
    tuple PyList_AsTuple(object list)
