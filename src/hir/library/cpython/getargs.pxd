# What offcy knows about Python's argument parsing in C.

from cpython.bytes cimport va_list

cdef extern from "Python.h":
    bint PyArg_ParseTuple(object arguments, const char *format, ...) except 0
    bint PyArg_ParseTupleAndKeywords(object arguments, object keywords, const char *format, char **names,
                                     ...) except 0
    bint PyArg_UnpackTuple(object arguments, const char *name, Py_ssize_t least, Py_ssize_t most, ...) except 0
    object Py_BuildValue(const char *format, ...)
    int PyArg_Parse(object argument, const char *format, ...) except 0
    int PyArg_VaParse(object arguments, const char *format, va_list places) except 0
    int PyArg_VaParseTupleAndKeywords(object arguments, object keywords, const char *format, char **names,
                                      va_list places) except 0
