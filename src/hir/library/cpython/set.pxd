# What offcy knows about Python's sets in C.

cdef extern from "Python.h":
    bint PyAnySet_Check(object o)
    bint PyAnySet_CheckExact(object o)
    bint PyFrozenSet_Check(object o)
    bint PyFrozenSet_CheckExact(object o)
    bint PySet_Check(object o)
    object PySet_New(object items)
    object PyFrozenSet_New(object items)
    Py_ssize_t PySet_Size(object set) except -1
    Py_ssize_t PySet_GET_SIZE(object set)
    bint PySet_Contains(object set, object key) except -1
    int PySet_Add(object set, object key) except -1
    bint PySet_Discard(object set, object key) except -1
    object PySet_Pop(object set)
    int PySet_Clear(object set) except -1
