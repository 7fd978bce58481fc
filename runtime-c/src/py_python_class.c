/* Classes that `class` makes. An unfinished class is a tuple: metaclass, name, bases, namespace,
 * keywords. */
#include "offcy_py_state.h"

#include <offcy_function.h>

enum { METACLASS, NAME, BASES, SPACE, KEYWORDS, PARTS };

/* The bases, with what `__mro_entries__` puts in place of those that are not types. */
static PyObject *resolved_bases(PyObject *bases)
{
    const Py_ssize_t count = PyTuple_Size(bases);
    PyObject *all = NULL;
    for (Py_ssize_t k = 0; k < count; k++) {
        PyObject *base = PyTuple_GetItem(bases, k), *entries = NULL;
        if (!PyType_Check(base)) {
            PyObject *method = PyObject_GetAttrString(base, "__mro_entries__");
            if (method == NULL) {
                if (!PyErr_ExceptionMatches(PyExc_AttributeError))
                    goto failed;
                PyErr_Clear();
            } else {
                entries = PyObject_CallFunctionObjArgs(method, bases, NULL);
                Py_DECREF(method);
                if (entries == NULL)
                    goto failed;
                if (!PyTuple_Check(entries)) {
                    PyErr_SetString(PyExc_TypeError, "__mro_entries__ must return a tuple");
                    Py_DECREF(entries);
                    goto failed;
                }
            }
        }
        if (entries != NULL && all == NULL) {
            all = PyList_New(0);
            for (Py_ssize_t j = 0; all != NULL && j < k; j++)
                if (PyList_Append(all, PyTuple_GetItem(bases, j)) < 0)
                    Py_CLEAR(all);
            if (all == NULL) {
                Py_DECREF(entries);
                return NULL;
            }
        }
        int status = 0;
        if (entries != NULL)
            status = PyList_SetSlice(all, PyList_Size(all), PyList_Size(all), entries);
        else if (all != NULL)
            status = PyList_Append(all, base);
        Py_XDECREF(entries);
        if (status < 0)
            goto failed;
    }
    if (all == NULL)
        return Py_NewRef(bases);
    PyObject *tuple = PyList_AsTuple(all);
    Py_DECREF(all);
    return tuple;

failed:
    Py_XDECREF(all);
    return NULL;
}

/* The most derived of the requested metaclass and those of the bases. New reference. */
static PyObject *find_metaclass(PyObject *bases, PyObject *keywords)
{
    PyObject *asked = keywords == Py_None ? NULL : PyDict_GetItemString(keywords, "metaclass");
    PyObject *winner;
    if (asked != NULL) {
        winner = Py_NewRef(asked);
        if (PyDict_DelItemString(keywords, "metaclass") < 0) {
            Py_DECREF(winner);
            return NULL;
        }
    } else if (PyTuple_Size(bases) > 0) {
        winner = Py_NewRef((PyObject *)Py_TYPE(PyTuple_GetItem(bases, 0)));
    } else {
        return Py_NewRef((PyObject *)&PyType_Type);
    }
    /* What is not a type is called directly. */
    if (!PyType_Check(winner))
        return winner;
    for (Py_ssize_t k = 0; k < PyTuple_Size(bases); k++) {
        PyTypeObject *other = Py_TYPE(PyTuple_GetItem(bases, k));
        if (PyType_IsSubtype((PyTypeObject *)winner, other))
            continue;
        if (!PyType_IsSubtype(other, (PyTypeObject *)winner)) {
            PyErr_SetString(PyExc_TypeError,
                            "metaclass conflict: the metaclass of a derived class must be a "
                            "(non-strict) subclass of the metaclasses of all its bases");
            Py_DECREF(winner);
            return NULL;
        }
        Py_DECREF(winner);
        winner = Py_NewRef((PyObject *)other);
    }
    return winner;
}

static PyObject *call_with(PyObject *callable, PyObject *arguments, PyObject *keywords)
{
    return PyObject_Call(callable, arguments, keywords == Py_None ? NULL : keywords);
}

static PyObject *prepare(PyObject *metaclass, PyObject *name, PyObject *bases, PyObject *keywords)
{
    PyObject *method = PyObject_GetAttrString(metaclass, "__prepare__");
    if (method == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError))
            return NULL;
        PyErr_Clear();
        return PyDict_New();
    }
    PyObject *arguments = PyTuple_Pack(2, name, bases), *space = NULL;
    if (arguments != NULL)
        space = call_with(method, arguments, keywords);
    Py_XDECREF(arguments);
    Py_DECREF(method);
    if (space != NULL && !PyMapping_Check(space)) {
        PyErr_Format(PyExc_TypeError, "%R.__prepare__() must return a mapping, not %R", metaclass,
                     (PyObject *)Py_TYPE(space));
        Py_CLEAR(space);
    }
    return space;
}

static int set_item(PyObject *space, const char *name, PyObject *value)
{
    PyObject *key = PyUnicode_InternFromString(name);
    const int status = key != NULL ? PyObject_SetItem(space, key, value) : -1;
    Py_XDECREF(key);
    return status;
}

PyObject *offcy_begin_class(PyObject *globals, PyObject *name, PyObject *qualname, PyObject *bases,
                            PyObject *keywords)
{
    PyObject *resolved = resolved_bases(bases), *metaclass = NULL, *space = NULL, *begun = NULL;
    if (resolved == NULL)
        return NULL;
    metaclass = find_metaclass(resolved, keywords);
    if (metaclass == NULL)
        goto done;
    space = prepare(metaclass, name, resolved, keywords);
    if (space == NULL)
        goto done;
    PyObject *module = PyDict_GetItemString(globals, "__name__");
    if ((module != NULL && set_item(space, "__module__", module) < 0) ||
        set_item(space, "__qualname__", qualname) < 0 ||
        (resolved != bases && set_item(space, "__orig_bases__", bases) < 0))
        goto done;
    begun = PyTuple_Pack(PARTS, metaclass, name, resolved, space, keywords);
done:
    Py_DECREF(resolved);
    Py_XDECREF(metaclass);
    Py_XDECREF(space);
    return begun;
}

PyObject *offcy_class_namespace(PyObject *begun)
{
    return Py_NewRef(PyTuple_GetItem(begun, SPACE));
}

/* Python makes methods of some names static or class methods, where they are functions of its own. 0, or -1. */
static int decorate(PyObject *space, const char *name, const char *decorator)
{
    PyObject *value = PyMapping_GetItemString(space, name);
    if (value == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_KeyError))
            return -1;
        PyErr_Clear();
        return 0;
    }
    int status = 0;
    if (offcy_is_function(value)) {
        PyObject *with = PyDict_GetItemString(PyEval_GetBuiltins(), decorator);
        if (with == NULL)
            PyErr_Format(PyExc_NameError, "name '%s' is not defined", decorator);
        PyObject *made = with != NULL ? PyObject_CallFunctionObjArgs(with, value, NULL) : NULL;
        /* The namespace of an `Enum`, say, takes no name twice. */
        if (made == NULL)
            status = -1;
        else if (PyDict_Check(space))
            status = PyDict_SetItemString(space, name, made);
        else
            status = PyMapping_SetItemString(space, name, made);
        Py_XDECREF(made);
    }
    Py_DECREF(value);
    return status;
}

PyObject *offcy_end_class(PyObject *begun)
{
    PyObject *space = PyTuple_GetItem(begun, SPACE);
    if (decorate(space, "__new__", "staticmethod") < 0 ||
        decorate(space, "__init_subclass__", "classmethod") < 0 ||
        decorate(space, "__class_getitem__", "classmethod") < 0)
        return NULL;
    PyObject *arguments = PyTuple_GetSlice(begun, NAME, KEYWORDS);
    if (arguments == NULL)
        return NULL;
    PyObject *result =
        call_with(PyTuple_GetItem(begun, METACLASS), arguments, PyTuple_GetItem(begun, KEYWORDS));
    Py_DECREF(arguments);
    return result;
}

PyObject *offcy_load_class_name(PyObject *globals, PyObject *space, PyObject *name)
{
    PyObject *value = PyObject_GetItem(space, name);
    if (value != NULL || !PyErr_ExceptionMatches(PyExc_KeyError))
        return value;
    PyErr_Clear();
    return offcy_load_name(globals, name);
}
