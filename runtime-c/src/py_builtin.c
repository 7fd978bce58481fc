/* Python's builtins of objects, where a call of the builtin itself would take longer. */
#include "offcy_py_state.h"
#include "offcy_quick.h"

static PyObject *call(const char *builtin, PyObject *argument)
{
    PyObject *function = PyDict_GetItemString(PyEval_GetBuiltins(), builtin);
    return PyObject_CallFunctionObjArgs(function, argument, NULL);
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

PyObject *offcy_next_of(PyObject *iterator)
{
    if (!PyIter_Check(iterator))
        return call("next", iterator); /* which says what is wrong */
#ifdef Py_LIMITED_API
    const iternextfunc next = (iternextfunc)PyType_GetSlot(Py_TYPE(iterator), Py_tp_iternext);
#else
    const iternextfunc next = Py_TYPE(iterator)->tp_iternext;
#endif
    PyObject *item = next(iterator);
    if (item == NULL && !PyErr_Occurred())
        PyErr_SetNone(PyExc_StopIteration);
    return item;
}

PyObject *offcy_next_or(PyObject *iterator, PyObject *otherwise)
{
    PyObject *item = PyIter_Check(iterator) ? PyIter_Next(iterator) : call("next", iterator);
    return item != NULL || PyErr_Occurred() ? item : Py_NewRef(otherwise);
}

PyObject *offcy_sorted(PyObject *items)
{
    PyObject *list = PySequence_List(items);
    if (list != NULL && PyList_Sort(list) < 0)
        Py_CLEAR(list);
    return list;
}

PyObject *offcy_dict_from(PyObject *items)
{
    return PyDict_CheckExact(items) ? PyDict_Copy(items) : call("dict", items);
}

PyObject *offcy_frozenset_of(PyObject *items)
{
    return PyFrozenSet_CheckExact(items) ? Py_NewRef(items) : PyFrozenSet_New(items);
}

PyObject *offcy_ord(PyObject *letter)
{
#ifndef Py_LIMITED_API
    if (PyUnicode_CheckExact(letter) && PyUnicode_GET_LENGTH(letter) == 1)
        return offcy_int(PyUnicode_READ_CHAR(letter, 0));
#endif
    return call("ord", letter);
}

PyObject *offcy_chr(PyObject *code)
{
    int overflow = 0;
    const long number = PyLong_CheckExact(code) ? PyLong_AsLongAndOverflow(code, &overflow) : -1;
    return number >= 0 && number < 0x110000 ? PyUnicode_FromOrdinal((int)number) : call("chr", code);
}
