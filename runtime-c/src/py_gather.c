/* The building blocks of displays, calls and comprehensions. */
#include "offcy_py_state.h"

#include <stdarg.h>

/* `set` is new. */
static PyObject *filled(PyObject *set, int count, va_list items)
{
    for (int k = 0; set != NULL && k < count; k++)
        if (PySet_Add(set, va_arg(items, PyObject *)) < 0)
            Py_CLEAR(set);
    return set;
}

PyObject *offcy_set(int count, ...)
{
    va_list items;
    va_start(items, count);
    PyObject *set = filled(PySet_New(NULL), count, items);
    va_end(items);
    return set;
}

PyObject *offcy_frozenset(int count, ...)
{
    va_list items;
    va_start(items, count);
    PyObject *set = filled(PyFrozenSet_New(NULL), count, items);
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

#ifdef Py_LIMITED_API
#define ITEM_COUNT PyList_Size
#define ITEM_AT PyList_GetItem
#else
#define ITEM_COUNT PySequence_Fast_GET_SIZE
#define ITEM_AT PySequence_Fast_GET_ITEM
#endif

static PyObject *list_of(PyObject *items, Py_ssize_t first, Py_ssize_t count)
{
    PyObject *list = PyList_New(count);
    for (Py_ssize_t k = 0; list != NULL && k < count; k++)
        OFFCY_FILL_LIST(list, k, Py_NewRef(ITEM_AT(items, first + k)));
    return list;
}

int offcy_unpack_rest(PyObject *sequence, int count, int rest, ...)
{
#ifndef Py_LIMITED_API
    /* What nobody changes meanwhile is not copied first: a tuple, and a list that only the caller has. */
    const bool is_kept = PyTuple_CheckExact(sequence) || (PyList_CheckExact(sequence) && offcy_is_own(sequence));
#else
    const bool is_kept = false;
#endif
    PyObject *items = is_kept ? Py_NewRef(sequence) : PySequence_List(sequence);
    if (items == NULL)
        return -1;
    const Py_ssize_t size = ITEM_COUNT(items), more = size - (count - 1);
    if (more < 0) {
        PyErr_Format(PyExc_ValueError, "need more than %zd value%s to unpack", size, size == 1 ? "" : "s");
        Py_DECREF(items);
        return -1;
    }
    int status = 0;
    va_list targets;
    va_start(targets, rest);
    for (int k = 0; status == 0 && k < count; k++) {
        PyObject **target = va_arg(targets, PyObject **);
        *target = k == rest ? list_of(items, rest, more) : Py_NewRef(ITEM_AT(items, k < rest ? k : k + more - 1));
        status = *target != NULL ? 0 : -1;
    }
    va_end(targets);
    Py_DECREF(items);
    return status;
}
