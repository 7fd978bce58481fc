/* What coroutines wait for: see offcy_generator.h. */
#include "offcy_py_state.h"

#include <stddef.h>

#ifndef CO_ITERABLE_COROUTINE
#define CO_ITERABLE_COROUTINE 0x0100
#endif

/* A slot of an object's type for asynchronous code. */
static unaryfunc slot(PyObject *object, int number, size_t offset)
{
#ifndef Py_LIMITED_API
    (void)number;
    const PyAsyncMethods *methods = Py_TYPE(object)->tp_as_async;
    return methods != NULL ? *(const unaryfunc *)((const char *)methods + offset) : NULL;
#else
    (void)offset;
    return (unaryfunc)PyType_GetSlot(Py_TYPE(object), number);
#endif
}

#ifndef Py_LIMITED_API
#define SLOT_OF(object, name) slot(object, Py_##name, offsetof(PyAsyncMethods, name))
#else
#define SLOT_OF(object, name) slot(object, Py_##name, 0)
#endif

/* Names the type of an object in an error. */
static PyObject *wrong_type(const char *format, PyObject *object)
{
    PyObject *name = PyObject_GetAttrString((PyObject *)Py_TYPE(object), "__name__");
    if (name != NULL)
        PyErr_Format(PyExc_TypeError, format, name);
    Py_XDECREF(name);
    return NULL;
}

/* Whether a generator is one of `types.coroutine`; -1 with an error. */
static int is_of_types(PyObject *object)
{
    PyObject *code = PyObject_GetAttrString(object, "gi_code");
    PyObject *flags = code != NULL ? PyObject_GetAttrString(code, "co_flags") : NULL;
    const long bits = flags != NULL ? PyLong_AsLong(flags) : 0;
    Py_XDECREF(code);
    Py_XDECREF(flags);
    if (PyErr_Occurred()) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError))
            return -1;
        PyErr_Clear();
    }
    return (bits & CO_ITERABLE_COROUTINE) != 0;
}

/* A coroutine, which nobody else may be waiting for. */
static PyObject *unawaited(PyObject *coroutine, bool is_awaited)
{
    if (OFFCY_LIKELY(!is_awaited))
        return Py_NewRef(coroutine);
    PyErr_SetString(PyExc_RuntimeError, "coroutine is being awaited already");
    return NULL;
}

PyObject *offcy_awaited(PyObject *object)
{
    if (offcy_is_own_coroutine(object))
        return unawaited(object, ((offcy_generator *)object)->delegate != NULL);
#ifndef Py_LIMITED_API
    if (PyCoro_CheckExact(object)) {
        PyObject *other = PyObject_GetAttrString(object, "cr_await");
        Py_XDECREF(other);
        return other != NULL ? unawaited(object, other != Py_None) : NULL;
    }
#endif
    const unaryfunc await = SLOT_OF(object, am_await);
    if (await == NULL) {
        const int is_generator = is_of_types(object);
        if (is_generator != 0)
            return is_generator > 0 ? Py_NewRef(object) : NULL;
        return wrong_type("object %U can't be used in 'await' expression", object);
    }
    PyObject *iterator = await(object);
    if (iterator == NULL || PyIter_Check(iterator))
        return iterator;
    wrong_type("__await__() returned non-iterator of type '%U'", iterator);
    Py_DECREF(iterator);
    return NULL;
}

PyObject *offcy_async_iterator(PyObject *object)
{
    const unaryfunc get = SLOT_OF(object, am_aiter);
    if (get == NULL)
        return wrong_type("'async for' requires an object with __aiter__ method, got %U", object);
    PyObject *iterator = get(object);
    if (iterator == NULL || SLOT_OF(iterator, am_anext) != NULL)
        return iterator;
    wrong_type("'async for' received an object from __aiter__ that does not implement __anext__: %U", iterator);
    Py_DECREF(iterator);
    return NULL;
}

PyObject *offcy_async_next(PyObject *iterator)
{
    const unaryfunc next = SLOT_OF(iterator, am_anext);
    if (next == NULL)
        return wrong_type("'async for' requires an iterator with __anext__ method, got %U", iterator);
    PyObject *item = next(iterator);
    PyObject *awaited = item != NULL ? offcy_awaited(item) : NULL;
    if (item != NULL && awaited == NULL) {
        PyObject *cause = offcy_fetch_exception();
        wrong_type("'async for' received an invalid object from __anext__: %U", item);
        PyObject *error = offcy_fetch_exception();
        PyException_SetCause(error, Py_NewRef(cause));
        PyException_SetContext(error, cause);
        offcy_restore_exception(error);
    }
    Py_XDECREF(item);
    return awaited;
}

PyObject *offcy_delegated(PyObject *object)
{
    return offcy_is_own_coroutine(object) ? Py_NewRef(object) : PyObject_GetIter(object);
}
