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

/* A place in the source, and the code that makes its frame. */
typedef struct known_place {
    const char *function, *file;
    int line;
    PyObject *code;
} known_place;

static bool is_at(const known_place *place, const char *function, const char *file, int line)
{
    return place->function == function && place->file == file && place->line == line;
}

/* The slot that a place has, or the one that it takes. */
static known_place *slot_of(const char *function, const char *file, int line)
{
    enum { SLOTS = 128, TRIED = 4 };
    static known_place slots[SLOTS];
    const uintptr_t key = ((uintptr_t)function * 31 + (uintptr_t)(unsigned)line) * 0x9E3779B1u;
    const unsigned first = (unsigned)(key >> 8);
    known_place *slot = NULL;
    for (unsigned k = 0; k < TRIED; k++) {
        slot = &slots[(first + k) % SLOTS];
        if (slot->code == NULL || is_at(slot, function, file, line))
            return slot;
    }
    return slot;
}

/* Compiling code takes much longer than running it, so each slot keeps that of its place. The GIL guards the slots: if
 * two threads fill one at a time, the second one replaces what the first has put there. Borrowed. */
static PyObject *code_at(const char *function, const char *file, int line)
{
    known_place *slot = slot_of(function, file, line);
    if (slot->code != NULL && is_at(slot, function, file, line))
        return slot->code;
    PyObject *code = Py_CompileString("get_frame()", file, Py_eval_input);
    PyObject *named = code != NULL ? renamed_code(code, function, file, line) : NULL;
    Py_XDECREF(code);
    if (named == NULL)
        return NULL;
    PyObject *former = slot->code;
    *slot = (known_place){function, file, line, named};
    Py_XDECREF(former);
    return named;
}

/* The limited API makes no frames: run code of that name that returns its own. */
static PyObject *frame_at(const char *function, const char *file, int line)
{
    PyObject *frame = NULL;
    PyObject *get_frame = PySys_GetObject("_getframe"); /* borrowed */
    PyObject *code = get_frame != NULL ? code_at(function, file, line) : NULL;
    PyObject *globals = code != NULL ? Py_BuildValue("{s:O}", "get_frame", get_frame) : NULL;
    if (globals != NULL) {
        Py_INCREF(code); /* code of another place may take its slot in the meantime */
        frame = PyEval_EvalCode(code, globals, globals);
        Py_DECREF(code);
    }
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

void offcy_restore_exception(PyObject *value)
{
    PyErr_Restore(Py_NewRef((PyObject *)Py_TYPE(value)), value, PyException_GetTraceback(value));
}

PyObject *offcy_fetch_exception(void)
{
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback != NULL)
        PyException_SetTraceback(value, traceback);
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    return value;
}
