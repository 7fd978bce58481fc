# What offcy knows about Python's bytes in C.

from cpython.object cimport PyObject

cdef extern from "Python.h":
    bint PyBytes_Check(object o)
    bint PyBytes_CheckExact(object o)
    bytes PyBytes_FromString(const char *text)
    bytes PyBytes_FromStringAndSize(const char *text, Py_ssize_t length)
    bytes PyBytes_FromFormat(const char *format, ...)
    bytes PyBytes_FromObject(object o)
    Py_ssize_t PyBytes_Size(object bytes) except -1
    Py_ssize_t PyBytes_GET_SIZE(object bytes)
    char *PyBytes_AsString(object bytes) except NULL
    char *PyBytes_AS_STRING(object bytes)
    int PyBytes_AsStringAndSize(object bytes, char **text, Py_ssize_t *length) except -1
    void PyBytes_Concat(PyObject **bytes, object more)
    void PyBytes_ConcatAndDel(PyObject **bytes, object more)
    int _PyBytes_Resize(PyObject **bytes, Py_ssize_t length) except -1

    # A function's further arguments, for C that takes them so.
    ctypedef struct va_list:
        pass
    bytes PyBytes_FromFormatV(const char *format, va_list arguments)
