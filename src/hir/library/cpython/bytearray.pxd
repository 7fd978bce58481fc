# What offcy knows about Python's bytearrays in C.

from cpython.object cimport PyObject

cdef extern from "Python.h":
    bint PyByteArray_Check(object o)
    bint PyByteArray_CheckExact(object o)
    bytearray PyByteArray_FromObject(object o)
    bytearray PyByteArray_FromStringAndSize(const char *text, Py_ssize_t length)
    bytearray PyByteArray_Concat(object left, object right)
    Py_ssize_t PyByteArray_Size(object bytearray)
    Py_ssize_t PyByteArray_GET_SIZE(object bytearray)
    char *PyByteArray_AsString(object bytearray)
    char *PyByteArray_AS_STRING(object bytearray)
    int PyByteArray_Resize(object bytearray, Py_ssize_t length) except -1
