# What offcy knows about Python's protocol of sequences.

from cpython.object cimport PyObject

cdef extern from "Python.h":
    bint PySequence_Check(object o)
    Py_ssize_t PySequence_Size(object o) except -1
    Py_ssize_t PySequence_Length(object o) except -1
    object PySequence_Concat(object left, object right)
    object PySequence_Repeat(object o, Py_ssize_t count)
    object PySequence_InPlaceConcat(object left, object right)
    object PySequence_InPlaceRepeat(object o, Py_ssize_t count)
    object PySequence_GetItem(object o, Py_ssize_t index)
    object PySequence_ITEM(object o, Py_ssize_t index)
    object PySequence_GetSlice(object o, Py_ssize_t low, Py_ssize_t high)
    int PySequence_SetItem(object o, Py_ssize_t index, object value) except -1
    int PySequence_DelItem(object o, Py_ssize_t index) except -1
    int PySequence_SetSlice(object o, Py_ssize_t low, Py_ssize_t high, object values) except -1
    int PySequence_DelSlice(object o, Py_ssize_t low, Py_ssize_t high) except -1
    Py_ssize_t PySequence_Count(object o, object value) except -1
    int PySequence_Contains(object o, object value) except -1
    Py_ssize_t PySequence_Index(object o, object value) except -1
    list PySequence_List(object o)
    tuple PySequence_Tuple(object o)
    object PySequence_Fast(object o, const char *message)
    PyObject *PySequence_Fast_GET_ITEM(object o, Py_ssize_t index)
    PyObject **PySequence_Fast_ITEMS(object o)
    Py_ssize_t PySequence_Fast_GET_SIZE(object o)
