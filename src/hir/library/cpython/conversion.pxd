# What offcy knows about Python's conversions of numbers and text in C.

from cpython.object cimport PyObject

cdef extern from "Python.h":
    ctypedef struct va_list:
        pass

    const int Py_DTSF_SIGN, Py_DTSF_ADD_DOT_0, Py_DTSF_ALT

    int PyOS_snprintf(char *text, size_t size, const char *format, ...)
    int PyOS_vsnprintf(char *text, size_t size, const char *format, va_list arguments)
    double PyOS_string_to_double(const char *text, char **end, PyObject *overflow) except? -1.0
    char *PyOS_double_to_string(double value, char code, int precision, int flags, int *kind) except NULL
    int PyOS_stricmp(const char *left, const char *right)
    int PyOS_strnicmp(const char *left, const char *right, Py_ssize_t size)
