# What offcy knows of Python's dicts in C.

from cpython.object cimport PyObject

cdef extern from "Python.h":
    bint PyDict_Check(object o)
    bint PyDict_CheckExact(object o)
    dict PyDict_New()
    object PyDictProxy_New(object mapping)
    void PyDict_Clear(object dict)
    int PyDict_Contains(object dict, object key) except -1
    dict PyDict_Copy(object dict)
    int PyDict_SetItem(object dict, object key, object value) except -1
    int PyDict_SetItemString(object dict, const char *key, object value) except -1
    int PyDict_DelItem(object dict, object key) except -1
    int PyDict_DelItemString(object dict, const char *key) except -1
    PyObject *PyDict_GetItem(object dict, object key)
    PyObject *PyDict_GetItemWithError(object dict, object key) except? NULL
    PyObject *PyDict_GetItemString(object dict, const char *key)
    PyObject *PyDict_SetDefault(object dict, object key, object otherwise) except NULL
    list PyDict_Items(object dict)
    list PyDict_Keys(object dict)
    list PyDict_Values(object dict)
    Py_ssize_t PyDict_Size(object dict) except -1
    int PyDict_Next(object dict, Py_ssize_t *place, PyObject **key, PyObject **value)
    int PyDict_Merge(object dict, object other, bint override) except -1
    int PyDict_Update(object dict, object other) except -1
    int PyDict_MergeFromSeq2(object dict, object pairs, bint override) except -1
