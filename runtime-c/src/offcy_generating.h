/* What running a generator (py_generating.c) and its type (py_generator.c) share. */
#ifndef OFFCY_GENERATING_H
#define OFFCY_GENERATING_H

#include "offcy_py_state.h"

/* By kind; NULL: none has been made. */
OFFCY_HIDDEN_DATA PyTypeObject *offcy_generator_types[3];

static inline offcy_generator *as_generator(PyObject *self)
{
    return (offcy_generator *)self;
}

/* Keeps an exception that is set, if there is one, while other code runs. */
typedef struct offcy_kept_exception {
    PyObject *type, *value, *traceback;
} offcy_kept_exception;

static inline offcy_kept_exception offcy_keep_exception(void)
{
    offcy_kept_exception exception = {NULL, NULL, NULL};
    if (PyErr_Occurred() != NULL)
        PyErr_Fetch(&exception.type, &exception.value, &exception.traceback);
    return exception;
}

static inline void offcy_put_exception_back(offcy_kept_exception exception)
{
    if (exception.type != NULL)
        PyErr_Restore(exception.type, exception.value, exception.traceback);
}

static inline bool offcy_generator_is_coroutine(const offcy_generator *self)
{
    return self->code->kind != OFFCY_GENERATOR;
}

static inline const char *offcy_generator_what(const offcy_generator *self)
{
    return offcy_generator_is_coroutine(self) ? "coroutine" : "generator";
}

/* It has ended: its variables are released, when it no longer runs. */
OFFCY_HIDDEN void offcy_generator_finish(offcy_generator *self);

/* Raises GeneratorExit where it waits; -1 with an exception if that does not end it. */
OFFCY_HIDDEN int offcy_generator_end(offcy_generator *self);

/* Slots and methods of its types. */
OFFCY_HIDDEN PyObject *offcy_generator_next(PyObject *object);
OFFCY_HIDDEN PySendResult offcy_generator_send(PyObject *self, PyObject *sent, PyObject **value);
OFFCY_HIDDEN PyObject *offcy_generator_send_method(PyObject *self, PyObject *sent);
OFFCY_HIDDEN PyObject *offcy_generator_throw_method(PyObject *self, PyObject *args);
OFFCY_HIDDEN PyObject *offcy_generator_close_method(PyObject *self, PyObject *unused);

#endif
