/* How generators run: the next item, what is sent and thrown, what they delegate to. See offcy_generator.h; their types are in
 * py_generator.c. */
#include "offcy_generating.h"

PyTypeObject *offcy_generator_types[3];

bool offcy_is_own_coroutine(PyObject *object)
{
    const PyTypeObject *type = Py_TYPE(object);
    return type == offcy_generator_types[OFFCY_COROUTINE] || type == offcy_generator_types[OFFCY_ITERABLE_COROUTINE];
}

static bool is_own(PyObject *object)
{
    return Py_TYPE(object) == offcy_generator_types[OFFCY_GENERATOR] || offcy_is_own_coroutine(object);
}

/* One thread at a time runs it, also where Python has no GIL. */
static bool may_run(offcy_generator *self)
{
#ifdef Py_GIL_DISABLED
    return !__atomic_exchange_n(&self->is_running, true, __ATOMIC_ACQUIRE);
#else
    const bool is_running = self->is_running;
    self->is_running = true;
    return !is_running;
#endif
}

/* -1 with a ValueError if it runs. */
static int begin_running(offcy_generator *self)
{
    if (OFFCY_LIKELY(may_run(self)))
        return 0;
    PyErr_Format(PyExc_ValueError, "%s already executing", offcy_generator_what(self));
    return -1;
}

static void end_running(offcy_generator *self)
{
    __atomic_store_n(&self->is_running, false, __ATOMIC_RELEASE);
}

/* It has ended: its variables are released, when it no longer runs. */
void offcy_generator_finish(offcy_generator *self)
{
    void *frame = self->frame;
    self->state = -1;
    self->frame = NULL;
    end_running(self);
    if (frame == NULL)
        return;
    const offcy_kept_exception exception = offcy_keep_exception();
    self->code->clear(frame);
    Py_CLEAR(self->sent);
    Py_CLEAR(self->delegate);
    Py_CLEAR(self->given);
    Py_CLEAR(self->handled);
    offcy_put_exception_back(exception);
}

/* A StopIteration that leaves a generator would silently end whatever iterates over it. */
static void no_stop_iteration(const offcy_generator *self)
{
    if (!PyErr_ExceptionMatches(PyExc_StopIteration))
        return;
    PyObject *stop = offcy_fetch_exception();
    PyErr_Format(PyExc_RuntimeError, "%s raised StopIteration", offcy_generator_what(self));
    PyObject *error = offcy_fetch_exception();
    PyException_SetCause(error, Py_NewRef(stop));
    PyException_SetContext(error, stop);
    offcy_restore_exception(error);
}

/* How deep calls are: CPython 3.11 shows the count, which saves calls. */
#if !defined(Py_LIMITED_API) && PY_VERSION_HEX < 0x030c0000
typedef PyThreadState *depth;
static bool enter(depth *depth)
{
    *depth = PyThreadState_Get();
    if (OFFCY_UNLIKELY((*depth)->recursion_remaining <= 0))
        return Py_EnterRecursiveCall(" in a generator") == 0;
    (*depth)->recursion_remaining--;
    return true;
}
static void leave(depth depth)
{
    depth->recursion_remaining++;
}
#else
typedef int depth;
static bool enter(depth *depth)
{
    *depth = 0;
    return Py_EnterRecursiveCall(" in a generator") == 0;
}
static void leave(depth depth)
{
    (void)depth;
    Py_LeaveRecursiveCall();
}
#endif

/* Whether it can go on; otherwise `how` says what comes of it, and it no longer runs. */
static bool is_ready(offcy_generator *self, PyObject *sent, PyObject **value, PySendResult *how, depth *depth)
{
    *how = PYGEN_ERROR;
    if (self->state < 0 && offcy_generator_is_coroutine(self)) {
        PyErr_Clear(); /* what is thrown */
        PyErr_SetString(PyExc_RuntimeError, "cannot reuse already awaited coroutine");
    } else if (self->state < 0 && sent != NULL) {
        *value = Py_NewRef(Py_None);
        *how = PYGEN_RETURN;
    } else if (self->state == 0 && sent == NULL) {
        offcy_generator_finish(self);
        return false;
    } else if (self->state == 0 && sent != Py_None) {
        PyErr_Format(PyExc_TypeError, "can't send non-None value to a just-started %s", offcy_generator_what(self));
    } else if (self->state >= 0 && enter(depth)) {
        return true;
    }
    end_running(self);
    return false;
}

/* What comes next: from what it delegates to, as long as that lasts, otherwise from its own code. */
static PyObject *go_on(offcy_generator *self, int state, PyObject *sent, bool was_handling)
{
    if (self->delegate != NULL && sent != NULL) {
        PyObject *value = NULL;
        const PySendResult how = PyIter_Send(self->delegate, sent, &value);
        if (how == PYGEN_NEXT) {
            self->state = state;
            self->is_handling = was_handling;
            return value;
        }
        /* Its code takes the result, or the exception. */
        Py_CLEAR(self->delegate);
        self->given = value;
        sent = NULL;
    }
    self->sent = state > 0 ? Py_XNewRef(sent) : NULL;
    return self->code->resume(self, self->frame, state);
}

/* What became of it: it waits again, or has ended. */
static PySendResult stopped(offcy_generator *self, PyObject *value)
{
    if (OFFCY_LIKELY(self->state >= 0)) {
        end_running(self);
        return PYGEN_NEXT;
    }
    offcy_generator_finish(self);
    if (value == NULL && !self->code->ends_by_exception)
        no_stop_iteration(self);
    return value != NULL ? PYGEN_RETURN : PYGEN_ERROR;
}

/* Goes on with the value of `yield`, or with the exception that is set (NULL). */
static PySendResult advance(offcy_generator *self, PyObject *sent, PyObject **value)
{
    PySendResult how;
    *value = NULL;
    if (begin_running(self) < 0)
        return PYGEN_ERROR;
    depth depth;
    if (!is_ready(self, sent, value, &how, &depth))
        return how;
    const int state = self->state;
    /* What is handled outside is only to be restored if what is handled here is another exception. */
    PyObject *outer = self->code->waits_in_handler ? PyErr_GetHandledException() : NULL, *inner = self->handled;
    Py_INCREF((PyObject *)self);
    self->handled = NULL;
    self->state = -1;
    self->is_handling = false;
    if (inner != NULL)
        PyErr_SetHandledException(inner);
    *value = go_on(self, state, sent, inner != NULL);
    leave(depth);
    if (self->is_handling)
        self->handled = PyErr_GetHandledException();
    if (self->is_handling || inner != NULL)
        PyErr_SetHandledException(outer);
    Py_XDECREF(inner);
    Py_XDECREF(outer);
    how = stopped(self, *value);
    Py_DECREF(self);
    return how;
}

/* The result of `next`: the end is a StopIteration that holds the result; `is_silent`: no exception
 * at all for None. */
static PyObject *given(PySendResult how, PyObject *value, bool is_silent)
{
    if (how != PYGEN_RETURN)
        return value;
    if (is_silent && value == Py_None) {
        Py_DECREF(value);
        return NULL;
    }
    if (value == Py_None) {
        PyErr_SetNone(PyExc_StopIteration);
    } else {
        /* A tuple or an exception is one argument, too. */
        PyObject *stop = PyObject_CallFunctionObjArgs(PyExc_StopIteration, value, NULL);
        if (stop != NULL)
            PyErr_SetObject(PyExc_StopIteration, stop);
        Py_XDECREF(stop);
    }
    Py_DECREF(value);
    return NULL;
}

#ifndef Py_LIMITED_API
/* The result of an iterator that has ended, or NULL with an exception. */
static PyObject *result_of_end(void)
{
    if (!PyErr_Occurred())
        return Py_NewRef(Py_None);
    if (!PyErr_ExceptionMatches(PyExc_StopIteration))
        return NULL;
    PyObject *stop = offcy_fetch_exception();
    PyObject *result = PyObject_GetAttrString(stop, "value");
    Py_DECREF(stop);
    return result;
}

/* What it delegated to has ended: its own code goes on, with the result or with the exception that is set. */
static void take_end(offcy_generator *self)
{
    self->given = result_of_end();
    Py_CLEAR(self->delegate);
}
#endif

/* The next item of a generator that runs now, delegates nothing, and handles nothing where it waits. */
static PyObject *next_of_own(offcy_generator *self)
{
    depth depth;
    const int state = self->state;
    if (OFFCY_UNLIKELY(state < 0 || !enter(&depth))) {
        end_running(self);
        return NULL;
    }
    self->state = -1;
    if (state > 0)
        self->sent = Py_NewRef(Py_None);
    PyObject *value = self->code->resume(self, self->frame, state);
    leave(depth);
    return given(stopped(self, value), value, true);
}

/* The next item of a generator that runs now. */
static PyObject *next_of_running(offcy_generator *self)
{
    PyObject *value = NULL;
    if (self->delegate == NULL && !self->code->waits_in_handler)
        return next_of_own(self);
#ifndef Py_LIMITED_API
    if (self->delegate != NULL && self->next_of_delegate != NULL && self->handled == NULL) {
        value = self->next_of_delegate(self->delegate);
        if (OFFCY_UNLIKELY(value == NULL))
            take_end(self);
    }
#endif
    end_running(self); /* `advance` begins again */
    if (OFFCY_LIKELY(value != NULL))
        return value;
    const PySendResult how = advance(self, Py_None, &value);
    return given(how, value, true);
}

#ifndef Py_LIMITED_API
/* The last of a chain of generators in which each delegates to the next one, from one that runs. All of them run then. */
static offcy_generator *last_of_chain(offcy_generator *self)
{
    while (self->delegate != NULL && self->next_of_delegate == offcy_generator_next && self->handled == NULL &&
           may_run(as_generator(self->delegate)))
        self = as_generator(self->delegate);
    return self;
}

/* The next item of a chain: of its last generator, or, if that ends, of the one that delegates to it, and so on. */
static PyObject *next_of_chain(offcy_generator *first, offcy_generator *last)
{
    PyObject *value = next_of_running(last);
    while (value == NULL && last != first) {
        offcy_generator *outer = first;
        while (outer->delegate != (PyObject *)last)
            outer = as_generator(outer->delegate);
        take_end(outer);
        end_running(outer);
        const PySendResult how = advance(outer, Py_None, &value);
        value = given(how, value, true);
        last = outer;
    }
    for (offcy_generator *outer = first; outer != last; outer = as_generator(outer->delegate))
        end_running(outer);
    return value;
}
#endif

PyObject *offcy_generator_next(PyObject *object)
{
    offcy_generator *self = as_generator(object);
    if (begin_running(self) < 0)
        return NULL;
#ifndef Py_LIMITED_API
    offcy_generator *last = last_of_chain(self);
    if (last != self)
        return next_of_chain(self, last);
#endif
    return next_of_running(self);
}

PySendResult offcy_generator_send(PyObject *self, PyObject *sent, PyObject **value)
{
    return advance(as_generator(self), sent, value);
}

PyObject *offcy_generator_send_method(PyObject *self, PyObject *sent)
{
    PyObject *value;
    const PySendResult how = advance(as_generator(self), sent, &value);
    return given(how, value, false);
}

/* Sets the exception that `throw` is called with. */
static int set_thrown(PyObject *type, PyObject *value, PyObject *traceback)
{
    if (value == Py_None)
        value = NULL;
    if (traceback == Py_None)
        traceback = NULL;
    if (traceback != NULL && !PyTraceBack_Check(traceback)) {
        PyErr_SetString(PyExc_TypeError, "throw() third argument must be a traceback object");
        return -1;
    }
    if (PyExceptionInstance_Check(type)) {
        if (value != NULL) {
            PyErr_SetString(PyExc_TypeError, "instance exception may not have a separate value");
            return -1;
        }
        PyObject *own = traceback != NULL ? Py_NewRef(traceback) : PyException_GetTraceback(type);
        PyErr_Restore(Py_NewRef((PyObject *)Py_TYPE(type)), Py_NewRef(type), own);
        return 0;
    }
    if (!PyExceptionClass_Check(type)) {
        PyErr_SetString(PyExc_TypeError, "raise: exception class must be a subclass of BaseException");
        return -1;
    }
    PyErr_Restore(Py_NewRef(type), Py_XNewRef(value), Py_XNewRef(traceback));
    PyObject *exception = offcy_fetch_exception();
    offcy_restore_exception(exception);
    return 0;
}

PyObject *offcy_generator_throw_method(PyObject *self, PyObject *args)
{
    PyObject *type, *error = NULL, *traceback = NULL, *value;
    if (!PyArg_UnpackTuple(args, "throw", 1, 3, &type, &error, &traceback))
        return NULL;
    if (as_generator(self)->is_running) {
        PyErr_Format(PyExc_ValueError, "%s already executing", offcy_generator_what(as_generator(self)));
        return NULL;
    }
    if (set_thrown(type, error, traceback) < 0)
        return NULL;
    const PySendResult how = advance(as_generator(self), NULL, &value);
    return given(how, value, false);
}

int offcy_generator_end(offcy_generator *self)
{
    if (begin_running(self) < 0)
        return -1;
    if (self->state <= 0) {
        offcy_generator_finish(self);
        return 0;
    }
    end_running(self); /* `advance` begins again */
    PyErr_SetNone(PyExc_GeneratorExit);
    PyObject *value;
    const PySendResult how = advance(self, NULL, &value);
    Py_XDECREF(value);
    if (how == PYGEN_NEXT) {
        PyErr_Format(PyExc_RuntimeError, "%s ignored GeneratorExit", offcy_generator_what(self));
        return -1;
    }
    if (how == PYGEN_ERROR) {
        if (!PyErr_ExceptionMatches(PyExc_GeneratorExit) && !PyErr_ExceptionMatches(PyExc_StopIteration))
            return -1;
        PyErr_Clear();
    }
    return 0;
}

PyObject *offcy_generator_close_method(PyObject *self, PyObject *unused)
{
    (void)unused;
    return offcy_generator_end(as_generator(self)) < 0 ? NULL : Py_NewRef(Py_None);
}

/* While another iterator supplies the values, what is thrown goes to that one. */
static int delegate_exception(PyObject *iterator, PyObject **value)
{
    PyObject *exception = offcy_fetch_exception();
    const bool is_exit = PyErr_GivenExceptionMatches(exception, PyExc_GeneratorExit);
    if (is_exit && is_own(iterator)) {
        if (offcy_generator_end(as_generator(iterator)) < 0)
            Py_DECREF(exception);
        else
            offcy_restore_exception(exception);
        return -1;
    }
    PyObject *method = PyObject_GetAttrString(iterator, is_exit ? "close" : "throw");
    if (method == NULL && !PyErr_ExceptionMatches(PyExc_AttributeError)) {
        Py_DECREF(exception);
        return -1;
    }
    if (method == NULL) {
        PyErr_Clear();
        offcy_restore_exception(exception);
        return -1;
    }
    PyObject *result = is_exit ? PyObject_CallNoArgs(method)
                               : PyObject_CallFunctionObjArgs(method, exception, NULL);
    Py_DECREF(method);
    if (is_exit && result != NULL) {
        Py_DECREF(result);
        offcy_restore_exception(exception);
        return -1;
    }
    Py_DECREF(exception);
    if (result != NULL) {
        *value = result;
        return 1;
    }
    if (is_exit || !PyErr_ExceptionMatches(PyExc_StopIteration))
        return -1;
    PyObject *stop = offcy_fetch_exception();
    *value = PyObject_GetAttrString(stop, "value");
    Py_DECREF(stop);
    return *value != NULL ? 0 : -1;
}

void offcy_begin_delegation(offcy_generator *self, PyObject *iterator)
{
    self->delegate = Py_NewRef(iterator);
    self->sent = Py_NewRef(Py_None);
#ifndef Py_LIMITED_API
    const PyTypeObject *type = Py_TYPE(iterator);
    const bool takes = type->tp_as_async != NULL && type->tp_as_async->am_send != NULL;
    /* Of an own generator a StopIteration is its end, unless one may leave it. */
    const bool is_plain = type->tp_iternext == offcy_generator_next && !as_generator(iterator)->code->ends_by_exception;
    self->next_of_delegate = !takes || is_plain ? type->tp_iternext : NULL;
#endif
}

int offcy_delegate(offcy_generator *self, PyObject **value)
{
    PyObject *sent = offcy_sent(self);
    int step;
    if (self->delegate == NULL) {
        *value = self->given;
        self->given = NULL;
        Py_XDECREF(sent);
        return *value != NULL ? 0 : -1;
    }
    if (sent == NULL) {
        step = delegate_exception(self->delegate, value);
    } else {
        const PySendResult how = PyIter_Send(self->delegate, sent, value);
        step = how == PYGEN_NEXT ? 1 : how == PYGEN_RETURN ? 0 : -1;
        Py_DECREF(sent);
    }
    if (step <= 0)
        Py_CLEAR(self->delegate);
    return step;
}
