# What offcy knows about Python's memoryviews in C.

from cpython.buffer cimport PyMemoryView_FromObject, PyMemoryView_FromBuffer, PyMemoryView_Check, Py_buffer
from cpython.object cimport PyObject

cdef extern from "Python.h":
    object PyMemoryView_FromMemory(char *memory, Py_ssize_t size, int flags)
    object PyMemoryView_GetContiguous(object o, int type, char order)
    Py_buffer *PyMemoryView_GET_BUFFER(object view)
    PyObject *PyMemoryView_GET_BASE(object view)
