/* Functions as profilers and what traces lines see them. */
#include "offcy_py_state.h"

#ifndef Py_LIMITED_API
#include <frameobject.h>

/* How every frame begins in CPython 3.11 to 3.14. No interface sets these; `can_move` tries whether they are there. Tests define
 * OFFCY_FIXED_FRAMES to run what holds where they are not. */
typedef struct frame_head {
    PyObject_HEAD
    PyObject *back;
    void *inner;
    PyObject *trace;
    int line;
} frame_head;

static frame_head *head_of(PyObject *frame)
{
    return (frame_head *)frame;
}

/* The frame of the innermost function of this module that something watches, and what Python ran when it was called. References, since a
 * library may switch to other stacks meanwhile. */
static _Thread_local PyObject *innermost, *innermost_python;

static PyObject *new_code(const offcy_watched *function, int line)
{
    return (PyObject *)PyCode_NewEmpty(function->file, function->name, line);
}

static PyObject *code_of(offcy_watched *function)
{
    PyObject *code = offcy_kept(&function->code);
    return code != NULL ? code : offcy_keep(&function->code, new_code(function, function->line));
}

static PyObject *new_frame(const offcy_events *events, PyObject *code)
{
    return (PyObject *)PyFrame_New(PyThreadState_Get(), (PyCodeObject *)code, events->globals, NULL);
}

/* Whether `frame`, which is new, lets its line be changed. */
static bool try_moving(PyObject *frame)
{
#ifdef OFFCY_FIXED_FRAMES
    (void)frame;
    return false;
#else
    enum { ANY = 77 };
    frame_head *head = head_of(frame);
    if (Py_TYPE(frame)->tp_basicsize < (Py_ssize_t)sizeof *head ||
        PyObject_SetAttrString(frame, "f_trace", Py_True) < 0)
        return false;
    bool moves = head->trace == Py_True && head->back == NULL;
    if (PyObject_SetAttrString(frame, "f_trace", Py_None) < 0 || !moves || head->trace != NULL)
        return false;
    const int line = head->line;
    head->line = ANY;
    moves = PyFrame_GetLineNumber((PyFrameObject *)frame) == ANY;
    head->line = line;
    return moves;
#endif
}

static bool can_move(PyObject *frame)
{
    static signed char known;
    signed char answer = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (answer == 0) {
        answer = try_moving(frame) ? 1 : -1;
        PyErr_Clear();
        __atomic_store_n(&known, answer, __ATOMIC_RELAXED);
    }
    return answer > 0;
}

/* Where frames keep their line, each line has a frame of its own, which goes on with the former one's function. */
static int replace_frame(offcy_events *events, int line)
{
    PyObject *code = new_code(events->function, line);
    PyObject *frame = code != NULL ? new_frame(events, code) : NULL;
    PyObject *trace = frame != NULL ? PyObject_GetAttrString(events->frame, "f_trace") : NULL;
    const int status = trace != NULL ? PyObject_SetAttrString(frame, "f_trace", trace) : -1;
    Py_XDECREF(code);
    Py_XDECREF(trace);
    if (status < 0) {
        Py_XDECREF(frame);
        return -1;
    }
    Py_XSETREF(innermost, Py_NewRef(frame));
    Py_SETREF(events->frame, frame);
    return 0;
}

/* Takes the exception that is set, if one is: what watches is not to see it, and frames are not made while one is set. */
static PyObject *set_aside(void)
{
    return PyErr_Occurred() != NULL ? offcy_fetch_exception() : NULL;
}

/* Sets it again, unless what watches has raised another one. */
static int bring_back(PyObject *before, int status)
{
    if (before != NULL && status == 0)
        offcy_restore_exception(before);
    else
        Py_XDECREF(before);
    return status;
}

/* Calls what watches by the older interfaces. */
static int call_watchers(const offcy_events *events, int what, PyObject *value)
{
    PyThreadState *thread = PyThreadState_Get();
    PyFrameObject *frame = (PyFrameObject *)events->frame;
    if (thread->tracing != 0 || frame == NULL)
        return 0;
    int status = 0;
    PyThreadState_EnterTracing(thread);
    if (thread->c_tracefunc != NULL && events->function->lines) {
        PyObject *object = Py_XNewRef(thread->c_traceobj);
        status = thread->c_tracefunc(object, frame, what, value);
        Py_XDECREF(object);
    }
    if (status == 0 && what != PyTrace_LINE && thread->c_profilefunc != NULL) {
        PyObject *object = Py_XNewRef(thread->c_profileobj);
        status = thread->c_profilefunc(object, frame, what, value);
        Py_XDECREF(object);
    }
    PyThreadState_LeaveTracing(thread);
    return status == 0 ? 0 : -1;
}

#if PY_VERSION_HEX >= 0x030d0000

enum { STARTS, RETURNS, UNWINDS, LINES, KINDS };

/* Which tools watch. Those of the older interfaces are called directly: they would take Python's frame for the function's. */
static bool find_tools(offcy_events *events)
{
    static const uint8_t kinds[KINDS] = {PY_MONITORING_EVENT_PY_START, PY_MONITORING_EVENT_PY_RETURN,
                                         PY_MONITORING_EVENT_PY_UNWIND, PY_MONITORING_EVENT_LINE};
    enum { USERS = (1 << 6) - 1 };
    uint64_t version = 0;
    bool found = false;
    if (PyMonitoring_EnterScope(events->tools, &version, kinds, KINDS) < 0)
        PyErr_Clear();
    for (int kind = 0; kind < KINDS; kind++) {
        events->tools[kind].active &= USERS;
        found |= events->tools[kind].active != 0;
    }
    return found;
}

static int report_start(offcy_events *events)
{
    return PyMonitoring_FirePyStartEvent(&events->tools[STARTS], events->function->code, 0);
}

/* A tool that wants no more of a line goes on to see the others. */
static int report_line(const offcy_events *events, int line)
{
    PyMonitoringState tools = events->tools[LINES];
    return PyMonitoring_FireLineEvent(&tools, events->function->code, 0, line);
}

static int report_end(offcy_events *events, PyObject *value)
{
    if (value == NULL)
        return PyMonitoring_FirePyUnwindEvent(&events->tools[UNWINDS], events->function->code, 0);
    return PyMonitoring_FirePyReturnEvent(&events->tools[RETURNS], events->function->code, 0, value);
}

#else

static bool find_tools(offcy_events *events)
{
    (void)events;
    return false;
}

static int report_start(offcy_events *events)
{
    (void)events;
    return 0;
}

static int report_line(const offcy_events *events, int line)
{
    (void)events, (void)line;
    return 0;
}

static int report_end(offcy_events *events, PyObject *value)
{
    (void)events, (void)value;
    return 0;
}

#endif

/* Makes the frame, after that of the function that called this one. */
static int make_frame(offcy_events *events)
{
    events->frame = new_frame(events, events->function->code);
    if (events->frame == NULL)
        return -1;
    PyObject *python = (PyObject *)PyEval_GetFrame(); /* borrowed */
    if (can_move(events->frame)) {
        head_of(events->frame)->line = events->function->line;
        head_of(events->frame)->back =
            Py_XNewRef(innermost != NULL && innermost_python == python ? innermost : python);
    }
    events->outer = innermost;
    events->outer_python = innermost_python;
    innermost = Py_NewRef(events->frame);
    innermost_python = Py_XNewRef(python);
    return 0;
}

static void drop_frame(offcy_events *events)
{
    events->active = false;
    if (events->frame == NULL)
        return;
    Py_XSETREF(innermost, events->outer);
    Py_XSETREF(innermost_python, events->outer_python);
    Py_CLEAR(events->frame);
}

static int begin(offcy_events *events)
{
    const PyThreadState *thread = PyThreadState_Get();
    if (thread->tracing != 0)
        return 0;
    const bool called =
        thread->c_profilefunc != NULL || (thread->c_tracefunc != NULL && events->function->lines);
    if (!find_tools(events) && !called)
        return 0;
    if (code_of(events->function) == NULL || (called && make_frame(events) < 0))
        return -1;
    events->active = true;
    if (call_watchers(events, PyTrace_CALL, Py_None) == 0 && report_start(events) == 0)
        return 0;
    drop_frame(events);
    return -1;
}

static int set_line(offcy_events *events, int line)
{
    if (events->frame == NULL)
        return 0;
    /* Profilers find a call again by its frame. */
    if (!can_move(events->frame))
        return PyThreadState_Get()->c_tracefunc != NULL ? replace_frame(events, line) : 0;
    head_of(events->frame)->line = line;
    return 0;
}

int offcy_begin_watched(offcy_events *events)
{
    /* A generator may go on with an exception. */
    PyObject *before = set_aside();
    return bring_back(before, begin(events));
}

int offcy_line_watched(offcy_events *events, int line)
{
    if (!events->function->lines)
        return 0;
    PyObject *before = set_aside();
    int status = set_line(events, line);
    if (status == 0)
        status = call_watchers(events, PyTrace_LINE, Py_None);
    if (status == 0)
        status = report_line(events, line);
    return bring_back(before, status);
}

int offcy_end_watched(offcy_events *events, PyObject *value)
{
    PyObject *before = set_aside();
    const int status = call_watchers(events, PyTrace_RETURN, value);
    drop_frame(events);
    if (bring_back(before, status) < 0)
        return -1;
    return report_end(events, value);
}

#endif
