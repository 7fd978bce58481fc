/* Frames of the .pyx file in tracebacks. */
#include "offcy_py_state.h"

#ifndef Py_LIMITED_API
#include <frameobject.h>
#endif

/* A place in the source, the code of its frame, and the frame; with the limited API that code makes frames. */
typedef struct known_place {
    const char *function, *file;
    int line;
    PyObject *code, *frame;
} known_place;

/* The slot that a place takes from others that have the same. The GIL guards them; without it there are none. */
static known_place *slot_of(const char *function, int line)
{
    enum { SLOTS = 256 };
    static known_place slots[SLOTS];
    const uint32_t key = ((uint32_t)(uintptr_t)function * 31 + (uint32_t)line) * 0x9E3779B1u;
    return &slots[key / (UINT32_MAX / SLOTS + 1)];
}

static bool is_at(const known_place *place, const char *function, const char *file, int line)
{
#ifdef Py_GIL_DISABLED
    (void)place, (void)function, (void)file, (void)line;
    return false;
#else
    return place->function == function && place->file == file && place->line == line;
#endif
}

/* Takes the references, if they are there. */
static inline void keep(const char *function, const char *file, int line, PyObject *code, PyObject *frame)
{
#ifdef Py_GIL_DISABLED
    (void)function, (void)file, (void)line;
    Py_XDECREF(code);
    Py_XDECREF(frame);
#else
    known_place *slot = slot_of(function, line);
    const known_place former = *slot;
    *slot = (known_place){function, file, line, code, frame};
    Py_XDECREF(former.frame);
    Py_XDECREF(former.code);
#endif
}

#ifndef Py_LIMITED_API

/* The globals and locals of all frames: an empty dict, which is left to whoever writes to it. */
static PyObject *nothing;

/* A frame of a function without code, whose first line is the line to show. */
OFFCY_SELDOM static PyObject *new_frame(const char *function, const char *file, int line)
{
    const known_place *slot = slot_of(function, line);
    PyObject *code = is_at(slot, function, file, line) ? Py_XNewRef(slot->code) : NULL;
    PyObject *frame = NULL, *empty = offcy_kept(&nothing);
    if (code == NULL)
        code = (PyObject *)PyCode_NewEmpty(file, function, line);
    empty = empty != NULL && PyDict_GET_SIZE(empty) == 0 ? Py_NewRef(empty) : PyDict_New();
    if (code != NULL && empty != NULL)
        frame = (PyObject *)PyFrame_New(PyThreadState_Get(), (PyCodeObject *)code, empty, empty);
    if (offcy_kept(&nothing) == NULL)
        offcy_keep(&nothing, empty);
    else
        Py_XDECREF(empty);
    keep(function, file, line, code, Py_XNewRef(frame));
    return frame;
}

/* Making a frame takes longer than all else, so that of a place serves again when nobody has it any more. */
static PyObject *frame_at(const char *function, const char *file, int line)
{
    const known_place *slot = slot_of(function, line);
    if (OFFCY_LIKELY(is_at(slot, function, file, line) && slot->frame != NULL && Py_REFCNT(slot->frame) == 1 &&
                     PyDict_GET_SIZE(nothing) == 0))
        return Py_NewRef(slot->frame);
    return new_frame(function, file, line);
}

#else

/* The limited API makes no frames: this code returns its own. */
static PyObject *new_code(const char *function, const char *file, int line)
{
    PyObject *code = Py_CompileString("get_frame()", file, Py_eval_input), *result = NULL;
    PyObject *replace = code != NULL ? PyObject_GetAttrString(code, "replace") : NULL;
    PyObject *empty = PyTuple_New(0);
    PyObject *changes = Py_BuildValue("{s:s,s:s,s:i}", "co_name", function, "co_filename", file,
                                      "co_firstlineno", line);
    if (replace != NULL && empty != NULL && changes != NULL)
        result = PyObject_Call(replace, empty, changes);
    Py_XDECREF(code);
    Py_XDECREF(replace);
    Py_XDECREF(empty);
    Py_XDECREF(changes);
    return result;
}

/* Compiling code takes much longer than running it. New reference. */
static PyObject *code_at(const char *function, const char *file, int line)
{
    const known_place *slot = slot_of(function, line);
    if (is_at(slot, function, file, line) && slot->code != NULL)
        return Py_NewRef(slot->code);
    PyObject *code = new_code(function, file, line);
    keep(function, file, line, Py_XNewRef(code), NULL);
    return code;
}

static PyObject *frame_at(const char *function, const char *file, int line)
{
    PyObject *frame = NULL;
    PyObject *get_frame = PySys_GetObject("_getframe"); /* borrowed */
    PyObject *code = get_frame != NULL ? code_at(function, file, line) : NULL;
    PyObject *globals = code != NULL ? Py_BuildValue("{s:O}", "get_frame", get_frame) : NULL;
    if (globals != NULL)
        frame = PyEval_EvalCode(code, globals, globals);
    Py_XDECREF(code);
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
    PyErr_Restore(type, value, traceback); /* what has failed meanwhile is dropped */
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
#if PY_VERSION_HEX >= 0x030c0000 && !defined(Py_LIMITED_API)
    return PyErr_GetRaisedException();
#else
    PyObject *type, *value, *traceback;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    if (traceback != NULL)
        PyException_SetTraceback(value, traceback);
    Py_XDECREF(type);
    Py_XDECREF(traceback);
    return value;
#endif
}
