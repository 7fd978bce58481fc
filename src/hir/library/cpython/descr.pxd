# What offcy knows about descriptors in C.

from cpython.object cimport PyObject, PyTypeObject

cdef extern from "Python.h":
    ctypedef object (*wrapperfunc)(object self, object arguments, void *wrapped)
    ctypedef object (*wrapperfunc_kwds)(object self, object arguments, void *wrapped, object keywords)

    cdef struct wrapperbase:
        const char *name
        int offset
        void *function
        wrapperfunc wrapper
        const char *doc
        int flags
        PyObject *name_strobj

    const int PyWrapperFlag_KEYWORDS
    object PyDescr_NewWrapper(PyTypeObject *type, wrapperbase *wrapper, void *wrapped)
    bint PyDescr_IsData(object descriptor)
