# What offcy knows about weak references in C.

from cpython.object cimport PyObject

cdef extern from "Python.h":
    bint PyWeakref_Check(object o)
    bint PyWeakref_CheckRef(object o)
    bint PyWeakref_CheckProxy(object o)
    object PyWeakref_NewRef(object o, object callback)
    object PyWeakref_NewProxy(object o, object callback)
    PyObject *PyWeakref_GetObject(object reference) except NULL
    PyObject *PyWeakref_GET_OBJECT(object reference)

cdef extern from *:
    """
    #if PY_VERSION_HEX >= 0x030D0000
    #define offcy_weakref_get PyWeakref_GetRef
    #else
    static inline int offcy_weakref_get(PyObject *reference, PyObject **object)
    {
        PyObject *found = PyWeakref_GetObject(reference);
        *object = NULL;
        if (!found)
            return -1;
        if (found == Py_None)
            return 0;
        Py_INCREF(found);
        *object = found;
        return 1;
    }
    #endif
    """
    bint PyWeakref_GetRef "offcy_weakref_get" (object reference, PyObject **object) except -1
