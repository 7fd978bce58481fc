/* `try`, `with` and `raise`. */
#include "offcy_py_state.h"

#include <stdlib.h>

PyObject *offcy_take_exception(offcy_error *error, const offcy_site *sites, const char *function,
                               const char *file, int line)
{
    if (error != NULL) {
        offcy_report(error, sites, function, file, line);
        if (offcy_failed(error))
            *error = (offcy_error){0};
    } else {
        offcy_traceback(function, file, line);
    }
    return offcy_fetch_exception();
}

void offcy_begin_handling_of(offcy_handling *handling, PyObject *exception)
{
    handling->outer = PyErr_GetHandledException();
    handling->active = true;
    PyErr_SetHandledException(exception);
}

void offcy_restore_handling(offcy_handling *handling)
{
    PyObject *outer = handling->outer;
    *handling = (offcy_handling){0};
    PyErr_SetHandledException(outer);
    Py_XDECREF(outer);
}

int offcy_reraise(PyObject *exception, int line)
{
    PyObject *value = exception != NULL ? Py_NewRef(exception) : PyErr_GetHandledException();
    if (value == NULL) {
        PyErr_SetString(PyExc_RuntimeError, "No active exception to reraise");
        return line;
    }
    offcy_restore_exception(value);
    return -1;
}

#define WRONG_CLASS "raise: exception class must be a subclass of BaseException"

/* The exception that `raise` means: a new reference. `value`: the arguments of the class, a tuple for all of
 * them; NULL: none. `wrong`: TypeError. */
static PyObject *exception_of(PyObject *given, PyObject *value, const char *wrong)
{
    if (PyExceptionInstance_Check(given))
        return Py_NewRef(given);
    PyObject *made = NULL;
    if (PyExceptionClass_Check(given)) {
        if (value == NULL)
            made = PyObject_CallNoArgs(given);
        else
            made = PyTuple_Check(value) ? PyObject_Call(given, value, NULL) : PyObject_CallOneArg(given, value);
    }
    if (made != NULL && PyExceptionInstance_Check(made))
        return made;
    if (made != NULL)
        PyErr_Format(PyExc_TypeError, "calling %R should have returned an instance of BaseException, not %R",
                     given, (PyObject *)Py_TYPE(made));
    else if (!PyErr_Occurred())
        PyErr_SetString(PyExc_TypeError, wrong);
    Py_XDECREF(made);
    return NULL;
}

void offcy_raise_from(PyObject *exception, PyObject *cause)
{
    PyObject *value = exception_of(exception, NULL, WRONG_CLASS);
    if (value == NULL)
        return;
    if (cause != NULL) {
        PyObject *reason = NULL;
        if (cause != Py_None) {
            reason = exception_of(cause, NULL, "exception causes must derive from BaseException");
            if (reason == NULL) {
                Py_DECREF(value);
                return;
            }
        }
        PyException_SetCause(value, reason);
    }
    PyErr_SetObject((PyObject *)Py_TYPE(value), value);
    Py_DECREF(value);
}

void offcy_raise_object(PyObject *exception)
{
    offcy_raise_from(exception, NULL);
}

void offcy_raise_new(PyObject *kept, PyObject *name, PyObject *const *args, size_t count)
{
    PyObject *class = offcy_kept_builtin(kept, name);
    PyObject *made = class != NULL ? PyObject_Vectorcall(class, args, count, NULL) : NULL;
    if (made != NULL)
        offcy_raise_object(made);
    Py_XDECREF(class);
    Py_XDECREF(made);
}

PyObject *offcy_exception_of(PyObject *exception, PyObject *value, PyObject *traceback)
{
    if (traceback != Py_None && !PyTraceBack_Check(traceback)) {
        PyErr_SetString(PyExc_TypeError, "raise: arg 3 must be a traceback or None");
        return NULL;
    }
    if (value != Py_None && PyExceptionInstance_Check(exception)) {
        PyErr_SetString(PyExc_TypeError, "instance exception may not have a separate value");
        return NULL;
    }
    int is_instance = 0; /* the value is the exception */
    if (PyExceptionClass_Check(exception) && PyExceptionInstance_Check(value))
        is_instance = PyObject_IsSubclass((PyObject *)Py_TYPE(value), exception);
    if (is_instance < 0)
        return NULL;
    PyObject *found = is_instance ? Py_NewRef(value)
                                  : exception_of(exception, value != Py_None ? value : NULL, WRONG_CLASS);
    if (found != NULL && traceback != Py_None && PyException_SetTraceback(found, traceback) < 0)
        Py_CLEAR(found);
    return found;
}

PyObject *offcy_special_method(PyObject *object, PyObject *name)
{
#ifndef Py_LIMITED_API
    PyTypeObject *type = Py_TYPE(object);
    PyObject *found = _PyType_Lookup(type, name); /* borrowed */
    if (found == NULL) {
        PyErr_SetObject(PyExc_AttributeError, name);
        return NULL;
    }
    Py_INCREF(found);
    descrgetfunc get = Py_TYPE(found)->tp_descr_get;
    PyObject *bound = get != NULL ? get(found, object, (PyObject *)type) : Py_NewRef(found);
    Py_DECREF(found);
    return bound;
#else
    /* An attribute of the object itself would do as well. */
    return PyObject_GetAttr(object, name);
#endif
}

/* Its result for an exception, as `with` calls it. */
static PyObject *exited(PyObject *exit, PyObject *exception)
{
    PyObject *traceback = PyException_GetTraceback(exception);
    PyObject *result = PyObject_CallFunctionObjArgs(exit, (PyObject *)Py_TYPE(exception), exception,
                                                    traceback != NULL ? traceback : Py_None, NULL);
    Py_XDECREF(traceback);
    return result;
}

PyObject *offcy_exit_handled(PyObject *exit)
{
    PyObject *exception = PyErr_GetHandledException();
    PyObject *result = exited(exit, exception);
    Py_DECREF(exception);
    return result;
}

int offcy_exit_with(PyObject *exit, PyObject *exception)
{
    PyObject *result = exited(exit, exception);
    if (result == NULL)
        return -1;
    const int is_true = PyObject_IsTrue(result);
    Py_DECREF(result);
    return is_true;
}

void offcy_forget_error(offcy_error *kept)
{
    if (!offcy_failed(kept))
        return;
    if (kept->kind == OFFCY_CAUGHT) {
        const PyGILState_STATE gil = PyGILState_Ensure();
        Py_DECREF((PyObject *)kept->exception);
        PyGILState_Release(gil);
    } else {
        free(kept->exception);
    }
    *kept = (offcy_error){0};
}

void offcy_hand_over_error(offcy_error *shared, offcy_error *own)
{
    const offcy_error dropped = {.dropped = own->dropped};
    offcy_note_dropped(shared, &dropped);
    own->dropped = 0;
    if (!offcy_failed(own))
        return;
    if (!offcy_fail_first(shared, own->kind)) {
        offcy_forget_error(own);
        return;
    }
    shared->site = own->site;
    shared->axis = own->axis;
    shared->device = own->device;
    shared->index = own->index;
    shared->extent = own->extent;
    shared->name = own->name;
    shared->other = own->other;
    shared->exception = own->exception;
    *own = (offcy_error){0};
}

void offcy_give_object(PyObject **result, PyObject **own)
{
    if (*own == NULL)
        return;
    PyObject *before = __atomic_exchange_n(result, *own, __ATOMIC_ACQ_REL);
    *own = NULL;
    if (before == NULL)
        return;
    const PyGILState_STATE gil = PyGILState_Ensure();
    Py_DECREF(before);
    PyGILState_Release(gil);
}

int offcy_delete_name(PyObject *globals, PyObject *name, bool if_bound)
{
    const int found = PyDict_Contains(globals, name);
    if (found > 0)
        return PyDict_DelItem(globals, name);
    if (found == 0 && !if_bound) {
        PyErr_Format(PyExc_NameError, "name '%U' is not defined", name);
        return -1;
    }
    return found;
}
