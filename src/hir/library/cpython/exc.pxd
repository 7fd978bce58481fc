# What offcy knows about exceptions in C.

from cpython.object cimport PyObject

cdef extern from *:
    """
    #if PY_VERSION_HEX >= 0x030c0000
    #define offcy_get_raised() PyErr_GetRaisedException()
    #define offcy_set_raised(EXCEPTION) PyErr_SetRaisedException(EXCEPTION)
    #else
    /* What Python has from 3.12 on: an exception without its class and its traceback. */
    static inline PyObject *offcy_get_raised(void)
    {
        PyObject *type, *value, *traceback;
        PyErr_Fetch(&type, &value, &traceback);
        if (!type)
            return NULL;
        PyErr_NormalizeException(&type, &value, &traceback);
        if (traceback)
            PyException_SetTraceback(value, traceback);
        Py_XDECREF(traceback);
        Py_DECREF(type);
        return value;
    }

    static inline void offcy_set_raised(PyObject *exception)
    {
        PyObject *type = exception ? (PyObject *)Py_TYPE(exception) : NULL;
        Py_XINCREF(type);
        PyErr_Restore(type, exception, exception ? PyException_GetTraceback(exception) : NULL);
    }
    #endif
    """
    PyObject *PyErr_GetRaisedException "offcy_get_raised" ()
    void PyErr_SetRaisedException "offcy_set_raised" (PyObject *exception)

cdef extern from "Python.h":
    void PyErr_Print()
    void PyErr_PrintEx(int set_sys_last_vars)
    PyObject *PyErr_Occurred()
    bint PyErr_ExceptionMatches(object exception)
    bint PyErr_GivenExceptionMatches(object given, object exception)
    void PyErr_Clear()
    void PyErr_Fetch(PyObject **type, PyObject **value, PyObject **traceback)
    void PyErr_Restore(PyObject *type, PyObject *value, PyObject *traceback)
    void PyErr_NormalizeException(PyObject **type, PyObject **value, PyObject **traceback)
    void PyErr_GetExcInfo(PyObject **type, PyObject **value, PyObject **traceback)
    void PyErr_SetExcInfo(PyObject *type, PyObject *value, PyObject *traceback)
    void PyErr_SetString(object type, const char *message)
    void PyErr_SetObject(object type, object value)
    void PyErr_SetNone(object type)
    PyObject *PyErr_Format(object type, const char *format, ...) except NULL
    int PyErr_BadArgument() except 0
    PyObject *PyErr_NoMemory() except NULL
    PyObject *PyErr_SetFromErrno(object type) except NULL
    PyObject *PyErr_SetFromErrnoWithFilename(object type, const char *filename) except NULL
    PyObject *PyErr_SetFromErrnoWithFilenameObject(object type, object filename) except NULL
    void PyErr_BadInternalCall()
    int PyErr_WarnEx(object category, const char *message, int stacklevel) except -1
    int PyErr_WarnFormat(object category, Py_ssize_t stacklevel, const char *format, ...) except -1
    int PyErr_WarnExplicit(object category, const char *message, const char *filename, int line,
                           const char *module, object registry) except -1
    int PyErr_CheckSignals() except -1
    void PyErr_SetInterrupt() nogil
    object PyErr_NewException(const char *name, object base, object dict)
    object PyErr_NewExceptionWithDoc(const char *name, const char *doc, object base, object dict)
    void PyErr_WriteUnraisable(object where)
    object PyException_GetTraceback(object exception)
    int PyException_SetTraceback(object exception, object traceback) except -1
    PyObject *PyErr_GetHandledException()
    void PyErr_SetHandledException(PyObject *exception)
    int PyErr_SetInterruptEx(int number) nogil
