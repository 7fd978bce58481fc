# What offcy knows about Python's evaluation loop in C.

cdef extern from "Python.h":
    """
    #define offcy_threads_initialized() 1
    """
    void PyEval_InitThreads()
    int Py_AddPendingCall(int (*function)(void *) noexcept, void *argument) nogil
    object PyEval_GetBuiltins()
    object PyEval_GetGlobals()
    # Since Python 3.7 always; 3.13 has no such function.
    int PyEval_ThreadsInitialized "offcy_threads_initialized" ()
