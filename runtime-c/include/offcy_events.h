/* What profilers and what traces lines see of functions with the directives `profile` and `linetrace`.
 *
 *     static PyObject *f(int x)
 *     {
 *         PyObject *_result = NULL;
 *         OFFCY_EVENTS("f", offcy_file, 3, true, offcy_globals);
 *         int _line = 0;
 *
 *         OFFCY_CHECK(3, offcy_enter_events(&_events));
 *         OFFCY_CHECK(4, offcy_line_event(&_events, 4));
 *         ...
 *     done:
 *         _result = offcy_return_event(&_events, _result);
 *         return _result;
 *     }
 *
 * The functions of `sys.settrace` (for `linetrace`) and `sys.setprofile` are called directly, with a frame of the function; tools
 * of `sys.monitoring` from Python 3.13 on, where C has an interface to them. A function that is entered while nothing watches reports
 * nothing until it is left. With CYTHON_TRACE=0, as in Cython's C, `linetrace` is `profile` alone. */
#ifndef OFFCY_EVENTS_H
#define OFFCY_EVENTS_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

#ifndef CYTHON_TRACE
#define CYTHON_TRACE 1
#endif

/* A function. */
typedef struct offcy_watched {
    const char *name, *file;
    int line;
    bool lines;     /* what traces lines sees it, too */
    PyObject *code; /* made at first use */
} offcy_watched;

/* A call of it. */
typedef struct offcy_events {
    offcy_watched *function;
    PyObject *globals; /* borrowed: the module's dict */
    bool active;       /* something watches: the rest is set */
    PyObject *frame;   /* what traces and profilers get */
    /* The function of the module that called this one, and what Python ran then; or NULL. */
    PyObject *outer, *outer_python;
#if PY_VERSION_HEX >= 0x030d0000 && !defined(Py_LIMITED_API)
    PyMonitoringState tools[4];
#endif
} offcy_events;

#ifndef Py_LIMITED_API

#define OFFCY_EVENTS(NAME, FILE, LINE, LINES, GLOBALS)                                             \
    static offcy_watched _watched = {NAME, FILE, LINE, (LINES) && CYTHON_TRACE, NULL};             \
    offcy_events _events = {.function = &_watched, .globals = GLOBALS}

/* What begins, goes on and ends where something watches. */
OFFCY_HIDDEN int offcy_begin_watched(offcy_events *events);
OFFCY_HIDDEN int offcy_line_watched(offcy_events *events, int line);
/* `value`: the result, borrowed; NULL with an exception. -1 with another exception if what watches has raised one. */
OFFCY_HIDDEN int offcy_end_watched(offcy_events *events, PyObject *value);

/* The function begins, or a generator goes on. */
static inline int offcy_enter_events(offcy_events *events)
{
#if PY_VERSION_HEX >= 0x030d0000
    /* What `sys.monitoring` has is not known here. */
    return offcy_begin_watched(events);
#else
    const PyThreadState *thread = PyThreadState_Get();
    if (OFFCY_LIKELY(thread->c_profilefunc == NULL && (thread->c_tracefunc == NULL || !events->function->lines)))
        return 0;
    return offcy_begin_watched(events);
#endif
}

/* A line begins. */
static inline int offcy_line_event(offcy_events *events, int line)
{
    if (!CYTHON_TRACE || OFFCY_LIKELY(!events->active))
        return 0;
    return offcy_line_watched(events, line);
}

/* A function returns an object, or NULL with an exception. Takes the reference and gives one, or NULL. */
static inline PyObject *offcy_return_event(offcy_events *events, PyObject *value)
{
    if (OFFCY_LIKELY(!events->active) || offcy_end_watched(events, value) == 0)
        return value;
    Py_XDECREF(value);
    return NULL;
}

/* A function returns a status. */
static inline int offcy_leave_events(offcy_events *events, int status)
{
    if (OFFCY_LIKELY(!events->active) || offcy_end_watched(events, status < 0 ? NULL : Py_None) == 0)
        return status;
    return -1;
}

/* A function returns that cannot raise an exception. */
static inline void offcy_end_events(offcy_events *events)
{
    if (OFFCY_UNLIKELY(events->active) && offcy_end_watched(events, Py_None) < 0)
        PyErr_WriteUnraisable(NULL);
}

/* A generator waits after `value`. It must be able to go on, so that what watches cannot raise an exception here. */
static inline PyObject *offcy_yield_event(offcy_events *events, PyObject *value)
{
    if (OFFCY_UNLIKELY(events->active) && offcy_end_watched(events, value) < 0)
        PyErr_WriteUnraisable(value);
    return value;
}

#else

/* The limited interface knows no frames. */
#define OFFCY_EVENTS(NAME, FILE, LINE, LINES, GLOBALS) \
    offcy_events _events = {.globals = GLOBALS};       \
    (void)_events

#define offcy_enter_events(EVENTS) 0
#define offcy_line_event(EVENTS, LINE) 0
#define offcy_return_event(EVENTS, VALUE) (VALUE)
#define offcy_leave_events(EVENTS, STATUS) (STATUS)
#define offcy_end_events(EVENTS) ((void)0)
#define offcy_yield_event(EVENTS, VALUE) (VALUE)

#endif
#endif
