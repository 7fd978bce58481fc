/* Extension types that are dataclasses. See offcy_dataclass.h. */
#include "offcy_py.h"

/* An attribute of the module `dataclasses`. */
static PyObject *of_module(const char *name)
{
    PyObject *module = PyImport_ImportModule("dataclasses");
    PyObject *found = module != NULL ? PyObject_GetAttrString(module, name) : NULL;
    Py_XDECREF(module);
    return found;
}

static PyObject *call_named(PyObject *callee, PyObject *named)
{
    PyObject *none = PyTuple_New(0);
    PyObject *result = none != NULL ? PyObject_Call(callee, none, named) : NULL;
    Py_XDECREF(none);
    return result;
}

/* Python 3.11 takes fewer of them. */
static PyObject *call_with_fewer(PyObject *callee, PyObject *options)
{
    static const char *const fewer[] = {"init", "repr", "eq", "order", "unsafe_hash", "frozen"};
    PyObject *named = PyDict_New();
    for (size_t k = 0; named != NULL && k < sizeof fewer / sizeof *fewer; k++) {
        PyObject *value = PyDict_GetItemString(options, fewer[k]);
        if (value != NULL && PyDict_SetItemString(named, fewer[k], value) < 0)
            Py_CLEAR(named);
    }
    PyObject *result = named != NULL ? call_named(callee, named) : NULL;
    Py_XDECREF(named);
    return result;
}

PyObject *offcy_dataclass_params(PyObject *options)
{
    PyObject *callee = of_module("_DataclassParams");
    PyObject *named = callee != NULL ? PyDict_Copy(options) : NULL;
    PyObject *result = NULL;
    if (named != NULL && PyDict_SetItemString(named, "slots", Py_False) == 0 &&
        PyDict_SetItemString(named, "weakref_slot", Py_False) == 0)
        result = call_named(callee, named);
    Py_XDECREF(named);
    if (result == NULL && callee != NULL && PyErr_ExceptionMatches(PyExc_TypeError)) {
        PyErr_Clear();
        result = call_with_fewer(callee, options);
    }
    Py_XDECREF(callee);
    return result;
}

PyObject *offcy_dataclass_field(PyObject *name, PyObject *type, PyObject *is_init_var, PyObject *settings)
{
    PyObject *callee = of_module("field");
    PyObject *kind = of_module(is_init_var == Py_True ? "_FIELD_INITVAR" : "_FIELD");
    PyObject *field = callee != NULL && kind != NULL ? call_named(callee, settings) : NULL;
    if (field != NULL &&
        (PyObject_SetAttrString(field, "name", name) < 0 || PyObject_SetAttrString(field, "type", type) < 0 ||
         PyObject_SetAttrString(field, "_field_type", kind) < 0))
        Py_CLEAR(field);
    Py_XDECREF(callee);
    Py_XDECREF(kind);
    return field;
}

PyObject *offcy_enter_repr(PyObject *object)
{
    const int status = Py_ReprEnter(object);
    return status < 0 ? NULL : PyBool_FromLong(status);
}

PyObject *offcy_leave_repr(PyObject *object)
{
    Py_ReprLeave(object);
    return Py_NewRef(Py_None);
}
