/* Generators: see offcy_generator.h. */
#include "offcy_py_state.h"

#include <stddef.h>
#include <string.h>
#include <structmember.h>

static PyTypeObject *types[3]; /* by kind */

bool offcy_is_own_coroutine(PyObject *object)
{
    const PyTypeObject *type = Py_TYPE(object);
    return type == types[OFFCY_COROUTINE] || type == types[OFFCY_ITERABLE_COROUTINE];
}

static bool is_own(PyObject *object)
{
    return Py_TYPE(object) == types[OFFCY_GENERATOR] || offcy_is_own_coroutine(object);
}

static offcy_generator *as_generator(PyObject *self)
{
    return (offcy_generator *)self;
}

/* Keeps an exception that is set, if there is one, while other code runs. */
typedef struct kept {
    PyObject *type, *value, *traceback;
} kept;

static kept keep_exception(void)
{
    kept exception = {NULL, NULL, NULL};
    if (PyErr_Occurred() != NULL)
        PyErr_Fetch(&exception.type, &exception.value, &exception.traceback);
    return exception;
}

static void restore_exception(kept exception)
{
    if (exception.type != NULL)
        PyErr_Restore(exception.type, exception.value, exception.traceback);
}

static bool is_coroutine(const offcy_generator *self)
{
    return self->code->kind != OFFCY_GENERATOR;
}

static const char *what(const offcy_generator *self)
{
    return is_coroutine(self) ? "coroutine" : "generator";
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
    PyErr_Format(PyExc_ValueError, "%s already executing", what(self));
    return -1;
}

static void end_running(offcy_generator *self)
{
    __atomic_store_n(&self->is_running, false, __ATOMIC_RELEASE);
}

/* It has ended: its variables are released, when it no longer runs. */
static void finish(offcy_generator *self)
{
    void *frame = self->frame;
    self->state = -1;
    self->frame = NULL;
    end_running(self);
    if (frame == NULL)
        return;
    const kept exception = keep_exception();
    self->code->clear(frame);
    Py_CLEAR(self->sent);
    Py_CLEAR(self->delegate);
    Py_CLEAR(self->given);
    Py_CLEAR(self->handled);
    restore_exception(exception);
}

/* A StopIteration that leaves a generator would silently end whatever iterates over it. */
static void no_stop_iteration(const offcy_generator *self)
{
    if (!PyErr_ExceptionMatches(PyExc_StopIteration))
        return;
    PyObject *stop = offcy_fetch_exception();
    PyErr_Format(PyExc_RuntimeError, "%s raised StopIteration", what(self));
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
    if (self->state < 0 && is_coroutine(self)) {
        PyErr_Clear(); /* what is thrown */
        PyErr_SetString(PyExc_RuntimeError, "cannot reuse already awaited coroutine");
    } else if (self->state < 0 && sent != NULL) {
        *value = Py_NewRef(Py_None);
        *how = PYGEN_RETURN;
    } else if (self->state == 0 && sent == NULL) {
        finish(self);
        return false;
    } else if (self->state == 0 && sent != Py_None) {
        PyErr_Format(PyExc_TypeError, "can't send non-None value to a just-started %s", what(self));
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
    finish(self);
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
static PyObject *next(PyObject *object);

/* The last of a chain of generators in which each delegates to the next one, from one that runs. All of them run then. */
static offcy_generator *last_of_chain(offcy_generator *self)
{
    while (self->delegate != NULL && self->next_of_delegate == next && self->handled == NULL &&
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

static PyObject *next(PyObject *object)
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

static PySendResult am_send(PyObject *self, PyObject *sent, PyObject **value)
{
    return advance(as_generator(self), sent, value);
}

static PyObject *send_method(PyObject *self, PyObject *sent)
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

static PyObject *throw_method(PyObject *self, PyObject *args)
{
    PyObject *type, *error = NULL, *traceback = NULL, *value;
    if (!PyArg_UnpackTuple(args, "throw", 1, 3, &type, &error, &traceback))
        return NULL;
    if (as_generator(self)->is_running) {
        PyErr_Format(PyExc_ValueError, "%s already executing", what(as_generator(self)));
        return NULL;
    }
    if (set_thrown(type, error, traceback) < 0)
        return NULL;
    const PySendResult how = advance(as_generator(self), NULL, &value);
    return given(how, value, false);
}

static int end(offcy_generator *self)
{
    if (begin_running(self) < 0)
        return -1;
    if (self->state <= 0) {
        finish(self);
        return 0;
    }
    end_running(self); /* `advance` begins again */
    PyErr_SetNone(PyExc_GeneratorExit);
    PyObject *value;
    const PySendResult how = advance(self, NULL, &value);
    Py_XDECREF(value);
    if (how == PYGEN_NEXT) {
        PyErr_Format(PyExc_RuntimeError, "%s ignored GeneratorExit", what(self));
        return -1;
    }
    if (how == PYGEN_ERROR) {
        if (!PyErr_ExceptionMatches(PyExc_GeneratorExit) && !PyErr_ExceptionMatches(PyExc_StopIteration))
            return -1;
        PyErr_Clear();
    }
    return 0;
}

static PyObject *close_method(PyObject *self, PyObject *unused)
{
    (void)unused;
    return end(as_generator(self)) < 0 ? NULL : Py_NewRef(Py_None);
}

/* While another iterator supplies the values, what is thrown goes to that one. */
static int delegate_exception(PyObject *iterator, PyObject **value)
{
    PyObject *exception = offcy_fetch_exception();
    const bool is_exit = PyErr_GivenExceptionMatches(exception, PyExc_GeneratorExit);
    if (is_exit && is_own(iterator)) {
        if (end(as_generator(iterator)) < 0)
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
    const bool is_plain = type->tp_iternext == next && !as_generator(iterator)->code->ends_by_exception;
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

static void finalize(PyObject *self)
{
    const kept exception = keep_exception();
    offcy_generator *generator = as_generator(self);
    if (is_coroutine(generator) && generator->state == 0 && generator->frame != NULL &&
        PyErr_WarnFormat(PyExc_RuntimeWarning, 1, "coroutine '%s' was never awaited", generator->code->qualname) < 0)
        PyErr_WriteUnraisable(self);
    if (!generator->is_running && end(generator) < 0)
        PyErr_WriteUnraisable(self);
    restore_exception(exception);
}

static int traverse(PyObject *self, visitproc visit, void *arg)
{
    offcy_generator *generator = as_generator(self);
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(generator->sent);
    Py_VISIT(generator->delegate);
    Py_VISIT(generator->given);
    Py_VISIT(generator->handled);
    return generator->frame != NULL ? generator->code->traverse(generator->frame, visit, arg) : 0;
}

static int clear(PyObject *self)
{
    if (!as_generator(self)->is_running)
        finish(as_generator(self));
    return 0;
}

/* Memory of generators that have ended, for the next ones with frames of the same size. */
enum { SPARE_SIZES = 32, SPARES_OF_SIZE = 8 };
static struct {
    PyObject *first; /* the others follow in the place of their types */
    int count;
} spares[SPARE_SIZES]; /* by the frame's size in pointers */

static offcy_generator *allocate_generator(PyTypeObject *type, Py_ssize_t units)
{
    if (OFFCY_SPARES && units < SPARE_SIZES && spares[units].first != NULL) {
        PyObject *self = spares[units].first;
        spares[units].first = (PyObject *)Py_TYPE(self);
        spares[units].count--;
        return (offcy_generator *)PyObject_InitVar((PyVarObject *)self, type, units);
    }
    return PyObject_GC_NewVar(offcy_generator, type, units);
}

static void free_generator(offcy_generator *generator)
{
    PyObject *self = (PyObject *)generator;
    const Py_ssize_t units = Py_SIZE(self);
    /* Python notes in the memory that it has ended an object in a cycle. */
    const bool is_spare = OFFCY_SPARES && units < SPARE_SIZES && spares[units].count < SPARES_OF_SIZE;
    if (!is_spare || PyObject_GC_IsFinalized(self)) {
        PyObject_GC_Del(self);
        return;
    }
    Py_SET_TYPE(self, (PyTypeObject *)spares[units].first);
    spares[units].first = self;
    spares[units].count++;
}

static void dealloc(PyObject *self)
{
    offcy_generator *generator = as_generator(self);
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (generator->weakrefs != NULL)
        PyObject_ClearWeakRefs(self);
    if (generator->state > 0 || (is_coroutine(generator) && generator->state == 0 && generator->frame != NULL)) {
        /* It is kept alive while it ends. */
        Py_SET_REFCNT(self, 1);
        PyObject_GC_Track(self);
        finalize(self);
        if (Py_REFCNT(self) > 1) {
            Py_SET_REFCNT(self, Py_REFCNT(self) - 1);
            return;
        }
        PyObject_GC_UnTrack(self);
        Py_SET_REFCNT(self, 0);
    }
    finish(generator);
    Py_CLEAR(generator->name);
    Py_CLEAR(generator->qualname);
    free_generator(generator);
    Py_DECREF(type);
}

static PyObject *repr(PyObject *self)
{
    const offcy_generator *generator = as_generator(self);
    if (generator->qualname == NULL)
        return PyUnicode_FromFormat("<%s object %s at %p>", what(generator), generator->code->qualname, (void *)self);
    return PyUnicode_FromFormat("<%s object %U at %p>", what(generator), generator->qualname, (void *)self);
}

static PyObject *get_running(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(as_generator(self)->is_running);
}

static PyObject *get_suspended(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(as_generator(self)->state > 0);
}

static PyObject *get_delegate(PyObject *self, void *unused)
{
    (void)unused;
    const offcy_generator *generator = as_generator(self);
    const bool waits = generator->delegate != NULL && !generator->is_running;
    return Py_NewRef(waits ? generator->delegate : Py_None);
}

static PyObject *get_none(PyObject *self, void *unused)
{
    (void)self;
    (void)unused;
    return Py_NewRef(Py_None);
}

static int set_text(PyObject **place, PyObject *value, const char *what)
{
    if (value == NULL || !PyUnicode_Check(value)) {
        PyErr_Format(PyExc_TypeError, "%s must be set to a string object", what);
        return -1;
    }
    PyObject *old = *place;
    *place = Py_NewRef(value);
    Py_XDECREF(old);
    return 0;
}

static PyObject *get_name(PyObject *self, void *unused)
{
    (void)unused;
    const offcy_generator *generator = as_generator(self);
    return generator->name != NULL ? Py_NewRef(generator->name) : PyUnicode_InternFromString(generator->code->name);
}

static int set_name(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    return set_text(&as_generator(self)->name, value, "__name__");
}

static PyObject *get_qualname(PyObject *self, void *unused)
{
    (void)unused;
    const offcy_generator *generator = as_generator(self);
    return generator->qualname != NULL ? Py_NewRef(generator->qualname)
                                       : PyUnicode_InternFromString(generator->code->qualname);
}

static int set_qualname(PyObject *self, PyObject *value, void *unused)
{
    (void)unused;
    return set_text(&as_generator(self)->qualname, value, "__qualname__");
}

static PyGetSetDef attributes[] = {
    {"__name__", get_name, set_name, NULL, NULL},
    {"__qualname__", get_qualname, set_qualname, NULL, NULL},
    {"gi_running", get_running, NULL, NULL, NULL},
    {"gi_suspended", get_suspended, NULL, NULL, NULL},
    {"gi_yieldfrom", get_delegate, NULL, NULL, NULL},
    {"gi_frame", get_none, NULL, NULL, NULL},
    {"gi_code", get_none, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"send", send_method, METH_O, "send(value) -> the next value that is yielded; the code goes on with this one."},
    {"throw", throw_method, METH_VARARGS, "throw(exception) -> the same; the code goes on with this exception."},
    {"close", close_method, METH_NOARGS, "close() -> None; the code ends with a GeneratorExit."},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef methods_of_coroutine[] = {
    {"send", send_method, METH_O, "send(value) -> what it waits for next; the value goes into coroutine code."},
    {"throw", throw_method, METH_VARARGS, "throw(exception) -> the same; the exception is raised in coroutine code."},
    {"close", close_method, METH_NOARGS, "close() -> None; a GeneratorExit is raised inside coroutine code."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef attributes_of_coroutine[] = {
    {"__name__", get_name, set_name, "name of the coroutine", NULL},
    {"__qualname__", get_qualname, set_qualname, "qualified name of the coroutine", NULL},
    {"cr_running", get_running, NULL, NULL, NULL},
    {"cr_suspended", get_suspended, NULL, NULL, NULL},
    {"cr_await", get_delegate, NULL, NULL, NULL},
    {"cr_frame", get_none, NULL, NULL, NULL},
    {"cr_code", get_none, NULL, NULL, NULL},
    {"cr_origin", get_none, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

/* A frame may begin with what needs the alignment of any C type, as objects have it. */
#define FRAME_OFFSET ((sizeof(offcy_generator) + _Alignof(max_align_t) - 1) & ~(_Alignof(max_align_t) - 1))

static PyTypeObject *type_of(offcy_generator_kind kind)
{
    if (offcy_kept_type(&types[kind]) != NULL)
        return types[kind];
    static PyMemberDef members[] = {
        {"__weaklistoffset__", T_PYSSIZET, offsetof(offcy_generator, weakrefs), READONLY, NULL},
        {NULL, 0, 0, 0, NULL},
    };
    static const char *const names[] = {"offcy.generator", "offcy.coroutine", "offcy.iterable_coroutine"};
    PyType_Slot slots[16] = {
        SLOT(Py_tp_members, members),
        SLOT(Py_tp_dealloc, dealloc),
        SLOT(Py_tp_finalize, finalize),
        SLOT(Py_tp_traverse, traverse),
        SLOT(Py_tp_clear, clear),
        SLOT(Py_tp_repr, repr),
        SLOT(Py_am_send, am_send),
        {Py_tp_methods, kind == OFFCY_GENERATOR ? methods : methods_of_coroutine},
        {Py_tp_getset, kind == OFFCY_GENERATOR ? attributes : attributes_of_coroutine},
    };
    size_t count = 9;
    if (kind != OFFCY_COROUTINE) {
        slots[count++] = (PyType_Slot)SLOT(Py_tp_iter, PyObject_SelfIter);
        slots[count++] = (PyType_Slot)SLOT(Py_tp_iternext, next);
    }
    if (kind != OFFCY_GENERATOR)
        slots[count++] = (PyType_Slot)SLOT(Py_am_await, offcy_await_coroutine);
    slots[count] = (PyType_Slot){0, NULL};
    PyType_Spec spec = {
        .name = names[kind],
        .basicsize = FRAME_OFFSET,
        .itemsize = sizeof(void *),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_HAVE_GC,
        .slots = slots,
    };
    return offcy_keep_type(&types[kind], &spec);
}

PyObject *offcy_make_generator(const offcy_generator_code *code)
{
    PyTypeObject *type = type_of(code->kind);
    if (type == NULL)
        return NULL;
    const size_t units = (code->frame_size + sizeof(void *) - 1) / sizeof(void *);
    offcy_generator *self = allocate_generator(type, (Py_ssize_t)units);
    if (self == NULL)
        return NULL;
    self->code = code;
    self->frame = memset((char *)self + FRAME_OFFSET, 0, code->frame_size);
    self->state = 0;
    self->is_running = self->is_handling = false;
    self->sent = self->delegate = self->given = self->handled = NULL;
    self->next_of_delegate = NULL;
    self->name = self->qualname = NULL;
    self->weakrefs = NULL;
    PyObject_GC_Track((PyObject *)self);
    return (PyObject *)self;
}
