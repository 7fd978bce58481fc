# What offcy knows about Python's slices in C.

cdef extern from "Python.h":
    bint PySlice_Check(object o)
    slice PySlice_New(object start, object stop, object step)
    int PySlice_GetIndicesEx(object slice, Py_ssize_t length, Py_ssize_t *start, Py_ssize_t *stop,
                             Py_ssize_t *step, Py_ssize_t *count) except -1
    int PySlice_Unpack(object slice, Py_ssize_t *start, Py_ssize_t *stop, Py_ssize_t *step) except -1
    Py_ssize_t PySlice_AdjustIndices(Py_ssize_t length, Py_ssize_t *start, Py_ssize_t *stop, Py_ssize_t step)
    int PySlice_GetIndices(object slice, Py_ssize_t length, Py_ssize_t *start, Py_ssize_t *stop,
                           Py_ssize_t *step) except? -1
