# What offcy knows about Python's evaluation loop in C.

cdef extern from "Python.h":
    void PyEval_InitThreads()
    int Py_AddPendingCall(int (*function)(void *) noexcept, void *argument) nogil
    object PyEval_GetBuiltins()
    object PyEval_GetGlobals()
