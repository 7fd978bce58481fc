# What offcy knows about Python's dicts in C.

from cpython.object cimport PyObject

cdef extern from *:
    """
    /* What Python has from 3.13 on. */
    static inline int offcy_dict_get(PyObject *dict, PyObject *key, PyObject **value)
    {
        *value = PyDict_GetItemWithError(dict, key);
        Py_XINCREF(*value);
        return *value ? 1 : PyErr_Occurred() ? -1 : 0;
    }

    static inline int offcy_dict_get_string(PyObject *dict, const char *text, PyObject **value)
    {
        PyObject *key = PyUnicode_FromString(text);
        int found = -1;
        *value = NULL;
        if (key)
            found = offcy_dict_get(dict, key, value);
        Py_XDECREF(key);
        return found;
    }

    static inline int offcy_dict_default(PyObject *dict, PyObject *key, PyObject *otherwise, PyObject **value)
    {
        PyObject *known;
        int found = offcy_dict_get(dict, key, &known);
        if (!found && PyDict_SetItem(dict, key, otherwise) < 0)
            found = -1;
        if (!found)
            Py_XINCREF(known = otherwise);
        if (value)
            *value = known;
        else
            Py_XDECREF(known);
        return found;
    }
    """
    int PyDict_GetItemRef "offcy_dict_get" (object dict, object key, PyObject **value) except -1
    int PyDict_GetItemStringRef "offcy_dict_get_string" (object dict, const char *key, PyObject **value) except -1
    int PyDict_SetDefaultRef "offcy_dict_default" (object dict, object key, object otherwise, PyObject **value) except -1

cdef extern from "Python.h":
    bint PyDict_Check(object o)
    bint PyDict_CheckExact(object o)
    dict PyDict_New()
    object PyDictProxy_New(object mapping)
    void PyDict_Clear(object dict)
    int PyDict_Contains(object dict, object key) except -1
    dict PyDict_Copy(object dict)
    int PyDict_SetItem(object dict, object key, object value) except -1
    int PyDict_SetItemString(object dict, const char *key, object value) except -1
    int PyDict_DelItem(object dict, object key) except -1
    int PyDict_DelItemString(object dict, const char *key) except -1
    PyObject *PyDict_GetItem(object dict, object key)
    PyObject *PyDict_GetItemWithError(object dict, object key) except? NULL
    PyObject *PyDict_GetItemString(object dict, const char *key)
    PyObject *PyDict_SetDefault(object dict, object key, object otherwise) except NULL
    list PyDict_Items(object dict)
    list PyDict_Keys(object dict)
    list PyDict_Values(object dict)
    Py_ssize_t PyDict_Size(object dict) except -1
    int PyDict_Next(object dict, Py_ssize_t *place, PyObject **key, PyObject **value)
    int PyDict_Merge(object dict, object other, bint override) except -1
    int PyDict_Update(object dict, object other) except -1
    int PyDict_MergeFromSeq2(object dict, object pairs, bint override) except -1
