/* Patterns of `match`. See offcy_match.h. */
#include "offcy_py.h"

/* A class whose objects are their only part: `_Py_TPFLAGS_MATCH_SELF`. */
#define MATCH_SELF (1UL << 22)

PyObject *offcy_match_sequence(PyObject *object, PyObject *before, PyObject *after, PyObject *keeps)
{
    if (!(PyType_GetFlags(Py_TYPE(object)) & OFFCY_SEQUENCE))
        return Py_NewRef(Py_None);
    const bool has_star = after != Py_None;
    Py_ssize_t first = PyLong_AsSsize_t(before), last = has_star ? PyLong_AsSsize_t(after) : 0;
    /* A star alone takes any number. */
    Py_ssize_t length = has_star && first + last == 0 ? 0 : PyObject_Size(object);
    if (length < 0)
        return NULL;
    if (has_star ? length < first + last : length != first)
        return Py_NewRef(Py_None);

    /* As Python does, what is wanted of other sequences is looked up where nobody asks for the rest. */
    PyObject *items = object;
    const bool is_iterated = !has_star || keeps == Py_True;
    if (first + last + has_star && is_iterated && !PyTuple_CheckExact(object) && !PyList_CheckExact(object)) {
        items = PySequence_Tuple(object);
        if (!items)
            return NULL;
        Py_ssize_t found = PyTuple_Size(items);
        if (has_star ? found < first + last : found != first) {
            Py_DECREF(items);
            if (found > first + last)
                PyErr_Format(PyExc_ValueError, "too many values to unpack (expected %zd)", first);
            else
                PyErr_Format(PyExc_ValueError, "not enough values to unpack (expected %s%zd, got %zd)",
                             has_star ? "at least " : "", first + last, found);
            return NULL;
        }
        length = found;
    } else {
        Py_INCREF(items);
    }

    PyObject *parts = PyTuple_New(first + has_star + last);
    for (Py_ssize_t at = 0; parts && at < first + has_star + last; at++) {
        PyObject *part;
        if (at < first)
            part = PySequence_GetItem(items, at);
        else if (has_star && at == first)
            part = keeps == Py_True ? PySequence_GetSlice(items, first, PyObject_Size(items) - last) : Py_NewRef(Py_None);
        else
            part = PySequence_GetItem(items, length - last + at - first - 1);
        if (part && has_star && at == first && PyTuple_Check(part)) {
            PyObject *list = PySequence_List(part);
            Py_DECREF(part);
            part = list;
        }
        if (!part || PyTuple_SetItem(parts, at, part) < 0)
            Py_CLEAR(parts);
    }
    Py_DECREF(items);
    return parts;
}

/* The value of a key; NULL without an exception if the mapping does not have it. */
static PyObject *value_of(PyObject *mapping, PyObject *get, PyObject *key)
{
    if (PyDict_CheckExact(mapping))
        return Py_XNewRef(PyDict_GetItemWithError(mapping, key));
    /* No other object is this one. */
    PyObject *missing = PyList_New(0);
    if (!missing)
        return NULL;
    PyObject *value = PyObject_CallFunctionObjArgs(get, key, missing, NULL);
    if (value == missing)
        Py_CLEAR(value);
    Py_DECREF(missing);
    return value;
}

static int refuse_repeated(PyObject *keys)
{
    Py_ssize_t count = PyTuple_Size(keys);
    PyObject *seen = count > 1 ? PySet_New(NULL) : NULL;
    int status = count > 1 && !seen ? -1 : 0;
    for (Py_ssize_t at = 0; seen && status == 0 && at < count; at++) {
        PyObject *key = PyTuple_GetItem(keys, at);
        int is_known = PySet_Contains(seen, key);
        if (is_known > 0)
            PyErr_Format(PyExc_ValueError, "mapping pattern checks duplicate key (%R)", key);
        status = is_known != 0 || PySet_Add(seen, key) < 0 ? -1 : 0;
    }
    Py_XDECREF(seen);
    return status;
}

/* A dict of a mapping without some keys. */
static PyObject *without_keys(PyObject *mapping, PyObject *keys)
{
    PyObject *rest = PyDict_New();
    if (rest && PyDict_Update(rest, mapping) < 0)
        Py_CLEAR(rest);
    for (Py_ssize_t at = 0; rest && at < PyTuple_Size(keys); at++)
        if (PyDict_DelItem(rest, PyTuple_GetItem(keys, at)) < 0)
            Py_CLEAR(rest);
    return rest;
}

PyObject *offcy_match_mapping(PyObject *object, PyObject *keys, PyObject *keeps)
{
    if (!(PyType_GetFlags(Py_TYPE(object)) & OFFCY_MAPPING))
        return Py_NewRef(Py_None);
    Py_ssize_t count = PyTuple_Size(keys);
    Py_ssize_t length = count ? PyObject_Size(object) : 0;
    if (length < 0)
        return NULL;
    if (length < count)
        return Py_NewRef(Py_None);
    if (refuse_repeated(keys) < 0)
        return NULL;

    const bool has_rest = keeps == Py_True;
    PyObject *get = NULL, *parts = NULL;
    if (count && !PyDict_CheckExact(object) && !(get = PyObject_GetAttrString(object, "get")))
        return NULL;
    parts = PyTuple_New(count + has_rest);
    for (Py_ssize_t at = 0; parts && at < count; at++) {
        PyObject *value = value_of(object, get, PyTuple_GetItem(keys, at));
        if (!value) {
            Py_DECREF(parts);
            Py_XDECREF(get);
            return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
        }
        if (PyTuple_SetItem(parts, at, value) < 0)
            Py_CLEAR(parts);
    }
    Py_XDECREF(get);
    if (parts && has_rest) {
        PyObject *rest = without_keys(object, keys);
        if (!rest || PyTuple_SetItem(parts, count, rest) < 0)
            Py_CLEAR(parts);
    }
    return parts;
}

static PyObject *name_of(PyObject *type) { return PyObject_GetAttrString(type, "__name__"); }

/* Raises a TypeError of `%U`, the class's name, and a number or an object. */
static void refuse(PyObject *type, const char *format, Py_ssize_t allowed, const char *plural, Py_ssize_t given)
{
    PyObject *name = name_of(type);
    if (name)
        PyErr_Format(PyExc_TypeError, format, name, allowed, plural, given);
    Py_XDECREF(name);
}

/* The names of a class's parts by position: a new tuple. NULL with an exception, or without one if the object itself is the
 * only part. */
static PyObject *names_of_parts(PyObject *type, Py_ssize_t count)
{
    PyObject *names = PyObject_GetAttrString(type, "__match_args__");
    if (!names && !PyErr_ExceptionMatches(PyExc_AttributeError))
        return NULL;
    if (!names) {
        PyErr_Clear();
        const bool is_whole = PyType_GetFlags((PyTypeObject *)type) & MATCH_SELF;
        if (is_whole && count == 1)
            return NULL;
        refuse(type, "%U() accepts %zd positional sub-pattern%s (%zd given)", is_whole, is_whole ? "" : "s", count);
        return NULL;
    }
    if (!PyTuple_CheckExact(names)) {
        PyObject *name = name_of(type), *other = name_of((PyObject *)Py_TYPE(names));
        if (name && other)
            PyErr_Format(PyExc_TypeError, "%U.__match_args__ must be a tuple (got %U)", name, other);
        Py_XDECREF(name);
        Py_XDECREF(other);
        Py_CLEAR(names);
    } else if (PyTuple_Size(names) < count) {
        Py_ssize_t allowed = PyTuple_Size(names);
        refuse(type, "%U() accepts %zd positional sub-pattern%s (%zd given)", allowed, allowed == 1 ? "" : "s", count);
        Py_CLEAR(names);
    }
    return names;
}

/* Sets a part to an attribute: 0 if the object has none of this name. */
static int take(PyObject *parts, Py_ssize_t at, PyObject *object, PyObject *type, PyObject *name, PyObject *seen)
{
    if (!PyUnicode_CheckExact(name)) {
        PyObject *other = name_of((PyObject *)Py_TYPE(name));
        if (other)
            PyErr_Format(PyExc_TypeError, "__match_args__ elements must be strings (got %U)", other);
        Py_XDECREF(other);
        return -1;
    }
    int is_known = PySet_Contains(seen, name);
    if (is_known > 0) {
        PyObject *of = name_of(type);
        if (of)
            PyErr_Format(PyExc_TypeError, "%U() got multiple sub-patterns for attribute %R", of, name);
        Py_XDECREF(of);
    }
    if (is_known != 0 || PySet_Add(seen, name) < 0)
        return -1;
    PyObject *value = PyObject_GetAttr(object, name);
    if (!value) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError))
            return -1;
        PyErr_Clear();
        return 0;
    }
    return PyTuple_SetItem(parts, at, value) < 0 ? -1 : 1;
}

PyObject *offcy_match_class(PyObject *object, PyObject *type, PyObject *count, PyObject *names)
{
    if (!PyType_Check(type)) {
        PyErr_SetString(PyExc_TypeError, "called match pattern must be a type");
        return NULL;
    }
    int is_instance = PyObject_IsInstance(object, type);
    if (is_instance <= 0)
        return is_instance < 0 ? NULL : Py_NewRef(Py_None);

    Py_ssize_t by_position = PyLong_AsSsize_t(count), by_name = PyTuple_Size(names);
    PyObject *of_parts = by_position ? names_of_parts(type, by_position) : NULL;
    if (by_position && !of_parts && PyErr_Occurred())
        return NULL;
    PyObject *parts = PyTuple_New(by_position + by_name), *seen = PySet_New(NULL);
    int status = parts && seen ? 1 : -1;
    for (Py_ssize_t at = 0; status > 0 && at < by_position + by_name; at++) {
        if (at < by_position && !of_parts)
            status = PyTuple_SetItem(parts, at, Py_NewRef(object)) < 0 ? -1 : 1;
        else if (at < by_position)
            status = take(parts, at, object, type, PyTuple_GetItem(of_parts, at), seen);
        else
            status = take(parts, at, object, type, PyTuple_GetItem(names, at - by_position), seen);
    }
    Py_XDECREF(of_parts);
    Py_XDECREF(seen);
    if (status <= 0)
        Py_CLEAR(parts);
    return status == 0 ? Py_NewRef(Py_None) : parts;
}
