# What offcy knows about threads and interpreters in C.

cdef extern from "Python.h":
    ctypedef struct PyThreadState:
        pass
    ctypedef struct PyInterpreterState:
        pass
    ctypedef int PyGILState_STATE

    PyThreadState *PyThreadState_Get()
    PyThreadState *PyThreadState_Swap(PyThreadState *state)
    PyGILState_STATE PyGILState_Ensure() nogil
    void PyGILState_Release(PyGILState_STATE state)
    PyThreadState *PyGILState_GetThisThreadState() nogil
    bint PyGILState_Check() nogil
    PyThreadState *PyEval_SaveThread()
    void PyEval_RestoreThread(PyThreadState *state)
