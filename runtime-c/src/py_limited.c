/* See offcy_limited.h. */
#include "offcy_py_state.h"

#if defined(Py_LIMITED_API) && Py_LIMITED_API + 0 < 0x030c0000

PyObject *offcy_vectorcall(PyObject *callable, PyObject *const *args, size_t nargs, PyObject *keywords)
{
    const Py_ssize_t count = keywords != NULL ? PyTuple_Size(keywords) : 0;
    PyObject *positional = PyTuple_New((Py_ssize_t)nargs), *named = NULL, *result = NULL;
    if (positional == NULL)
        return NULL;
    for (size_t k = 0; k < nargs; k++)
        PyTuple_SetItem(positional, (Py_ssize_t)k, Py_NewRef(args[k]));
    if (count > 0) {
        named = PyDict_New();
        for (Py_ssize_t k = 0; named != NULL && k < count; k++)
            if (PyDict_SetItem(named, PyTuple_GetItem(keywords, k), args[nargs + (size_t)k]) < 0)
                Py_CLEAR(named);
    }
    if (count == 0 || named != NULL)
        result = PyObject_Call(callable, positional, named);
    Py_DECREF(positional);
    Py_XDECREF(named);
    return result;
}

PyObject *offcy_vectorcall_method(PyObject *name, PyObject *const *args, size_t nargs, PyObject *keywords)
{
    PyObject *method = PyObject_GetAttr(args[0], name);
    if (method == NULL)
        return NULL;
    PyObject *result = offcy_vectorcall(method, args + 1, nargs - 1, keywords);
    Py_DECREF(method);
    return result;
}

#else

typedef int offcy_nothing_is_left_out;

#endif

#ifdef Py_LIMITED_API

PyObject *offcy_call_unpacked(offcy_fast_call *call, PyObject *self, PyObject *args, PyObject *given)
{
    const Py_ssize_t nargs = PyTuple_Size(args), count = given != NULL ? PyDict_Size(given) : 0;
    PyObject **values = PyMem_Malloc((size_t)(nargs + count + 1) * sizeof *values);
    PyObject *keywords = count > 0 ? PyTuple_New(count) : NULL;
    PyObject *result = NULL, *keyword, *value;
    if (values == NULL || (count > 0 && keywords == NULL)) {
        PyErr_NoMemory();
        goto done;
    }
    for (Py_ssize_t k = 0; k < nargs; k++)
        values[k] = PyTuple_GetItem(args, k);
    for (Py_ssize_t next = 0, k = 0; count > 0 && PyDict_Next(given, &next, &keyword, &value); k++) {
        values[nargs + k] = value;
        PyTuple_SetItem(keywords, k, Py_NewRef(keyword));
    }
    result = call(self, values, nargs, keywords);
done:
    PyMem_Free(values);
    Py_XDECREF(keywords);
    return result;
}

#endif
