# What offcy knows about context variables in C. The limited interface has none of it.

from cpython.object cimport PyObject
from cpython.ref cimport Py_XDECREF

cdef extern from "Python.h":
    bint PyContext_CheckExact(object o)
    bint PyContextVar_CheckExact(object o)
    bint PyContextToken_CheckExact(object o)
    object PyContext_New()
    object PyContext_Copy(object context)
    object PyContext_CopyCurrent()
    int PyContext_Enter(object context) except -1
    int PyContext_Exit(object context) except -1
    object PyContextVar_New(const char *name, PyObject *otherwise)
    object PyContextVar_New_with_default "PyContextVar_New" (const char *name, object otherwise)
    int PyContextVar_Get(object variable, PyObject *otherwise, PyObject **value) except -1
    int PyContextVar_Get_with_default "PyContextVar_Get" (object variable, object otherwise, PyObject **value) except -1
    object PyContextVar_Set(object variable, object value)
    int PyContextVar_Reset(object variable, object token) except -1

# The variable's value, or its own default, or the given one.
cdef inline object get_value(variable, default_value=None):
    cdef PyObject *found = NULL
    PyContextVar_Get(variable, NULL, &found)
    if found is NULL:
        return default_value
    value = <object>found
    Py_XDECREF(found)
    return value

# The variable's value, or the given default: its own is ignored.
cdef inline object get_value_no_default(variable, default_value=None):
    cdef PyObject *found = NULL
    PyContextVar_Get(variable, <PyObject *>default_value, &found)
    value = <object>found
    Py_XDECREF(found)
    return value
