# What offcy knows about Python's lists in C.

from cpython.object cimport PyObject

cdef extern from *:
    """
    /* What Python has from 3.13 on. */
    static inline PyObject *offcy_list_get(PyObject *list, Py_ssize_t index)
    {
        PyObject *item = PyList_GetItem(list, index);
        Py_XINCREF(item);
        return item;
    }
    #define offcy_extend_list(LIST, ITEMS) PyList_SetSlice((LIST), PY_SSIZE_T_MAX, PY_SSIZE_T_MAX, (ITEMS))
    #define offcy_clear_list(LIST) PyList_SetSlice((LIST), 0, PY_SSIZE_T_MAX, NULL)
    """
    object PyList_GetItemRef "offcy_list_get" (object list, Py_ssize_t index)
    int PyList_Extend "offcy_extend_list" (object list, object items) except -1
    int PyList_Clear "offcy_clear_list" (object list) except -1

cdef extern from "Python.h":
    bint PyList_Check(object o)
    bint PyList_CheckExact(object o)
    list PyList_New(Py_ssize_t length)
    Py_ssize_t PyList_Size(object list) except -1
    Py_ssize_t PyList_GET_SIZE(object list)
    PyObject *PyList_GetItem(object list, Py_ssize_t index) except NULL
    PyObject *PyList_GET_ITEM(object list, Py_ssize_t index)
    int PyList_SetItem(object list, Py_ssize_t index, object item) except -1
    void PyList_SET_ITEM(object list, Py_ssize_t index, object item)
    int PyList_Insert(object list, Py_ssize_t index, object item) except -1
    int PyList_Append(object list, object item) except -1
    list PyList_GetSlice(object list, Py_ssize_t low, Py_ssize_t high)
    int PyList_SetSlice(object list, Py_ssize_t low, Py_ssize_t high, object items) except -1
    int PyList_Sort(object list) except -1
    int PyList_Reverse(object list) except -1
    tuple PyList_AsTuple(object list)
