# What offcy knows about reference counts.

from cpython.object cimport PyObject, PyTypeObject, Py_TYPE

cdef extern from "Python.h":
    void Py_INCREF(object o)
    void Py_XINCREF(PyObject *o)
    void Py_DECREF(object o)
    void Py_XDECREF(PyObject *o)
    void Py_CLEAR(PyObject *o)
    Py_ssize_t Py_REFCNT(object o)
    object Py_NewRef(object o)
    object Py_XNewRef(PyObject *o)
    Py_ssize_t _Py_REFCNT "Py_REFCNT" (PyObject *o)

    # Python 3.14's.
    int PyUnstable_Object_EnableDeferredRefcount(object o)
    int PyUnstable_Object_IsUniqueReferencedTemporary(object o)
    int PyUnstable_Object_IsUniquelyReferenced(object o)
    int PyUnstable_IsImmortal(object o)
    void PyUnstable_EnableTryIncRef(object o)
    bint PyUnstable_TryIncRef(PyObject *o)
