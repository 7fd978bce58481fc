/* The building blocks of displays, calls and comprehensions. */
#include "offcy_py_state.h"

#include <stdarg.h>

PyObject *offcy_set(int count, ...)
{
    PyObject *set = PySet_New(NULL);
    va_list items;
    va_start(items, count);
    for (int k = 0; set != NULL && k < count; k++)
        if (PySet_Add(set, va_arg(items, PyObject *)) < 0)
            Py_CLEAR(set);
    va_end(items);
    return set;
}

PyObject *offcy_list_append(PyObject *list, PyObject *item)
{
    return offcy_list_add(list, item) < 0 ? NULL : Py_NewRef(list);
}

PyObject *offcy_list_extend(PyObject *list, PyObject *items)
{
    /* A separate list: the iterable may look at the one that grows. */
    PyObject *more = PySequence_List(items);
    if (more == NULL)
        return NULL;
    const Py_ssize_t end = PyList_Size(list);
    const int status = PyList_SetSlice(list, end, end, more);
    Py_DECREF(more);
    return status < 0 ? NULL : Py_NewRef(list);
}

int offcy_contains_key(PyObject *container, PyObject *item)
{
#ifndef Py_LIMITED_API
    if (PyDict_CheckExact(container))
        return PyDict_Contains(container, item);
    /* A set is looked for as what it would be if it were frozen. */
    if (PySet_CheckExact(container) && (PyUnicode_CheckExact(item) || PyLong_CheckExact(item)))
        return PySet_Contains(container, item);
#endif
    if (container != Py_None)
        return PySequence_Contains(container, item);
    PyErr_SetString(PyExc_TypeError, "'NoneType' object is not iterable");
    return -1;
}

PyObject *offcy_new(PyObject *class)
{
    PyObject *arguments = PyTuple_New(0);
    if (arguments == NULL)
        return NULL;
#ifdef Py_LIMITED_API
    const newfunc make = (newfunc)PyType_GetSlot((PyTypeObject *)class, Py_tp_new);
#else
    const newfunc make = ((PyTypeObject *)class)->tp_new;
#endif
    PyObject *made = make != NULL ? make((PyTypeObject *)class, arguments, NULL)
                                  : PyObject_CallMethod(class, "__new__", "O", class);
    Py_DECREF(arguments);
    return made;
}

/* An attribute: 1, or 0 if it is missing, mostly without an exception that is dropped at once; -1. `*found` is NULL then. */
static int look_up(PyObject *object, PyObject *name, PyObject **found)
{
#if defined(Py_LIMITED_API)
    *found = PyObject_GetAttr(object, name);
    if (*found != NULL)
        return 1;
    if (!PyErr_ExceptionMatches(PyExc_AttributeError))
        return -1;
    PyErr_Clear();
    return 0;
#elif PY_VERSION_HEX >= 0x030d0000
    return PyObject_GetOptionalAttr(object, name, found);
#else
    return _PyObject_LookupAttr(object, name, found);
#endif
}

int offcy_has_attribute(PyObject *object, PyObject *name)
{
#if PY_VERSION_HEX < 0x030d0000
    /* In Cython's words; Python's later ones are those of the call. */
    if (!PyUnicode_Check(name)) {
        PyErr_SetString(PyExc_TypeError, "hasattr(): attribute name must be string");
        return -1;
    }
#endif
    PyObject *found;
    const int status = look_up(object, name, &found);
    Py_XDECREF(found);
    return status;
}

PyObject *offcy_get_attribute_or(PyObject *object, PyObject *name, PyObject *otherwise)
{
    PyObject *found;
    const int status = look_up(object, name, &found);
    return status == 0 ? Py_NewRef(otherwise) : found;
}

PyObject *offcy_set_add(PyObject *set, PyObject *item)
{
    return PySet_Add(set, item) < 0 ? NULL : Py_NewRef(set);
}

PyObject *offcy_set_update(PyObject *set, PyObject *items)
{
    PyObject *iterator = PyObject_GetIter(items), *item;
    if (iterator == NULL)
        return NULL;
    while ((item = PyIter_Next(iterator)) != NULL) {
        const int status = PySet_Add(set, item);
        Py_DECREF(item);
        if (status < 0)
            break;
    }
    Py_DECREF(iterator);
    return PyErr_Occurred() ? NULL : Py_NewRef(set);
}

static int refuse_mapping(PyObject *mapping)
{
    PyObject *name = offcy_type_name(Py_TYPE(mapping));
    if (name != NULL)
        PyErr_Format(PyExc_TypeError, "'%U' object is not a mapping", name);
    Py_XDECREF(name);
    return -1;
}

PyObject *offcy_dict_update(PyObject *dict, PyObject *mapping)
{
    if (PyDict_Update(dict, mapping) == 0)
        return Py_NewRef(dict);
    if (PyErr_ExceptionMatches(PyExc_AttributeError)) {
        PyErr_Clear();
        refuse_mapping(mapping);
    }
    return NULL;
}

/* Adds one named argument of a call. */
static int add_named(PyObject *dict, PyObject *name, PyObject *value)
{
    if (!PyUnicode_Check(name)) {
        PyErr_SetString(PyExc_TypeError, "keywords must be strings");
        return -1;
    }
    const int known = PyDict_Contains(dict, name);
    if (known > 0)
        PyErr_Format(PyExc_TypeError, "function() got multiple values for keyword argument '%U'", name);
    return known != 0 ? -1 : PyDict_SetItem(dict, name, value);
}

bool offcy_has_names_alone(PyObject *dict)
{
    PyObject *name, *value;
    for (Py_ssize_t at = 0; PyDict_Next(dict, &at, &name, &value);)
        if (!PyUnicode_Check(name))
            return false;
    return true;
}

PyObject *offcy_named_arguments(PyObject *mapping)
{
    if (PyDict_CheckExact(mapping) && offcy_has_names_alone(mapping))
        return PyDict_Copy(mapping);
    PyObject *dict = PyDict_New(), *filled = NULL;
    if (dict != NULL)
        filled = offcy_dict_update_named(dict, mapping);
    Py_XDECREF(dict);
    return filled;
}

PyObject *offcy_dict_update_named(PyObject *dict, PyObject *mapping)
{
    if (mapping == Py_None) {
        PyErr_SetString(PyExc_TypeError, "argument after ** must be a mapping, not NoneType");
        return NULL;
    }
    PyObject *own = PyDict_CheckExact(mapping)
                        ? Py_NewRef(mapping)
                        : PyObject_CallFunctionObjArgs((PyObject *)&PyDict_Type, mapping, NULL);
    if (own == NULL)
        return NULL;
    PyObject *name, *value;
    int status = 0;
    for (Py_ssize_t at = 0; status == 0 && PyDict_Next(own, &at, &name, &value);)
        status = add_named(dict, name, value);
    Py_DECREF(own);
    return status < 0 ? NULL : Py_NewRef(dict);
}

PyObject *offcy_call(PyObject *callable, PyObject *arguments, PyObject *keywords)
{
    return PyObject_Call(callable, arguments, keywords == Py_None ? NULL : keywords);
}

int offcy_unpack_rest(PyObject *sequence, int count, int rest, ...)
{
#ifndef Py_LIMITED_API
    /* A list that only the caller has is not copied first. */
    const bool is_own = PyList_CheckExact(sequence) && offcy_is_own(sequence);
#else
    const bool is_own = false;
#endif
    PyObject *list = is_own ? Py_NewRef(sequence) : PySequence_List(sequence);
    if (list == NULL)
        return -1;
    const Py_ssize_t size = PyList_Size(list), more = size - (count - 1);
    if (more < 0) {
        PyErr_Format(PyExc_ValueError, "need more than %zd value%s to unpack", size, size == 1 ? "" : "s");
        Py_DECREF(list);
        return -1;
    }
    int status = 0;
    va_list targets;
    va_start(targets, rest);
    for (int k = 0; status == 0 && k < count; k++) {
        PyObject **target = va_arg(targets, PyObject **);
        if (k == rest)
            *target = PyList_GetSlice(list, rest, rest + more);
        else
            *target = Py_XNewRef(PyList_GetItem(list, k < rest ? k : k + more - 1));
        status = *target != NULL ? 0 : -1;
    }
    va_end(targets);
    Py_DECREF(list);
    return status;
}
