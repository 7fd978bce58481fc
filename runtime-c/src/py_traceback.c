/* Frames of the .pyx file in tracebacks. */
#include "offcy_py_state.h"

#ifndef Py_LIMITED_API

#include <frameobject.h>

/* A frame of a function without code, whose first line is the line to show. */
static PyObject *frame_at(const char *function, const char *file, int line)
{
    PyObject *frame = NULL;
    PyObject *globals = PyDict_New();
    PyCodeObject *code = PyCode_NewEmpty(file, function, line);
    if (globals != NULL && code != NULL)
        frame = (PyObject *)PyFrame_New(PyThreadState_Get(), code, globals, NULL);
    Py_XDECREF(code);
    Py_XDECREF(globals);
    return frame;
}

#else

static PyObject *renamed_code(PyObject *code, const char *function, const char *file, int line)
{
    PyObject *result = NULL;
    PyObject *replace = PyObject_GetAttrString(code, "replace");
    PyObject *empty = PyTuple_New(0);
    PyObject *changes = Py_BuildValue("{s:s,s:s,s:i}", "co_name", function, "co_filename", file,
                                      "co_firstlineno", line);
    if (replace != NULL && empty != NULL && changes != NULL)
        result = PyObject_Call(replace, empty, changes);
    Py_XDECREF(replace);
    Py_XDECREF(empty);
    Py_XDECREF(changes);
    return result;
}

/* The limited API makes no frames: run code of that name that returns its own. */
static PyObject *frame_at(const char *function, const char *file, int line)
{
    PyObject *frame = NULL, *code = NULL, *named = NULL, *globals = NULL;
    PyObject *get_frame = PySys_GetObject("_getframe"); /* borrowed */
    if (get_frame == NULL)
        return NULL;
    code = Py_CompileString("get_frame()", file, Py_eval_input);
    globals = Py_BuildValue("{s:O}", "get_frame", get_frame);
    if (code != NULL && globals != NULL)
        named = renamed_code(code, function, file, line);
    if (named != NULL)
        frame = PyEval_EvalCode(named, globals, globals);
    Py_XDECREF(code);
    Py_XDECREF(named);
    Py_XDECREF(globals);
    return frame;
}

#endif

void offcy_traceback(const char *function, const char *file, int line)
{
    if (line < 0)
        return;
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyObject *frame = frame_at(function, file, line);
    PyErr_Clear();
    PyErr_Restore(type, value, traceback);
    if (frame != NULL)
        PyTraceBack_Here((PyFrameObject *)frame);
    Py_XDECREF(frame);
}
