# What offcy knows about Python's argument parsing in C.

cdef extern from "Python.h":
    bint PyArg_ParseTuple(object arguments, const char *format, ...) except 0
    bint PyArg_ParseTupleAndKeywords(object arguments, object keywords, const char *format, char **names,
                                     ...) except 0
    bint PyArg_UnpackTuple(object arguments, const char *name, Py_ssize_t least, Py_ssize_t most, ...) except 0
    object Py_BuildValue(const char *format, ...)
