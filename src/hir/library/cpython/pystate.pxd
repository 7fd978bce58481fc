# What offcy knows about threads and interpreters in C.

from cpython.object cimport PyObject

cdef extern from "Python.h":
    ctypedef long PY_INT64_T "int64_t"
    ctypedef struct PyFrameObject:
        pass
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
    ctypedef int (*Py_tracefunc)(PyObject *context, PyFrameObject *frame, int event, PyObject *argument)
    const int PyTrace_CALL, PyTrace_EXCEPTION, PyTrace_LINE, PyTrace_RETURN
    const int PyTrace_C_CALL, PyTrace_C_EXCEPTION, PyTrace_C_RETURN

    PyInterpreterState *PyInterpreterState_New()
    void PyInterpreterState_Clear(PyInterpreterState *interpreter)
    void PyInterpreterState_Delete(PyInterpreterState *interpreter)
    PY_INT64_T PyInterpreterState_GetID(PyInterpreterState *interpreter)
    PyInterpreterState *PyInterpreterState_Head(), *PyInterpreterState_Next(PyInterpreterState *interpreter)
    PyThreadState *PyInterpreterState_ThreadHead(PyInterpreterState *interpreter)
    PyThreadState *PyThreadState_New(PyInterpreterState *interpreter), *PyThreadState_Next(PyThreadState *state)
    void PyThreadState_Clear(PyThreadState *state), PyThreadState_Delete(PyThreadState *state)
    PyObject *PyThreadState_GetDict()
    int PyThreadState_SetAsyncExc(long thread, PyObject *exception)
