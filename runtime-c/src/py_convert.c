/* Python objects to C numbers and strings. Which objects are accepted, and the messages, are Cython's. */
#include "offcy_py_state.h"

#include <string.h>

/* An int for `object`: itself, or the result of `__int__` (as in Cython, `__index__` alone is not
 * enough). */
static PyObject *integer_of(PyObject *object)
{
    if (OFFCY_LIKELY(PyLong_Check(object)))
        return Py_NewRef(object);
    unaryfunc as_int = (unaryfunc)PyType_GetSlot(Py_TYPE(object), Py_nb_int);
    if (as_int == NULL) {
        PyErr_SetString(PyExc_TypeError, "an integer is required");
        return NULL;
    }
    PyObject *integer = as_int(object);
    if (integer != NULL && !PyLong_Check(integer)) {
        PyObject *name = offcy_type_name(Py_TYPE(integer));
        if (name != NULL)
            PyErr_Format(PyExc_TypeError, "__int__ returned non-int (type %U)", name);
        Py_XDECREF(name);
        Py_CLEAR(integer);
    }
    return integer;
}

static PyObject *not_a_number(PyObject *object, const char *wanted)
{
    PyObject *name = offcy_type_name(Py_TYPE(object));
    if (name != NULL)
        PyErr_Format(PyExc_TypeError, "Expected %s, got %U", wanted, name);
    Py_XDECREF(name);
    return NULL;
}

PyObject *offcy_as_int(PyObject *object)
{
    if (OFFCY_LIKELY(PyLong_CheckExact(object) || object == Py_None))
        return Py_NewRef(object);
    return PyNumber_Check(object) ? PyNumber_Long(object) : not_a_number(object, "int");
}

PyObject *offcy_as_float(PyObject *object)
{
    if (OFFCY_LIKELY(PyFloat_CheckExact(object) || object == Py_None))
        return Py_NewRef(object);
    return PyNumber_Check(object) ? PyNumber_Float(object) : not_a_number(object, "float");
}

static int fail_wide(const char *type_name)
{
    PyErr_Format(PyExc_OverflowError, "Python int too large to convert to C %s", type_name);
    return -1;
}

static int fail_narrow(const char *type_name)
{
    PyErr_Format(PyExc_OverflowError, "value too large to convert to %s", type_name);
    return -1;
}

int offcy_signed_from_object(long long *value, PyObject *object, long long low, long long high,
                             const char *type_name)
{
    int overflow;
    long long wide;
    if (OFFCY_LIKELY(PyLong_Check(object))) {
        wide = PyLong_AsLongLongAndOverflow(object, &overflow);
    } else {
        PyObject *integer = integer_of(object);
        if (integer == NULL)
            return -1;
        wide = PyLong_AsLongLongAndOverflow(integer, &overflow);
        Py_DECREF(integer);
    }
    /* As Cython: from Python 3.13 on it asks for an `int`, unless the number has two digits of 30 bits at most. */
    const long long two_digits = 1LL << 60;
    const bool as_int = high <= INT_MAX && Py_Version >= 0x030d0000;
    if (OFFCY_UNLIKELY(overflow != 0 || (as_int && (wide <= -two_digits || wide >= two_digits))))
        return fail_wide(as_int ? "int" : "long");
    if (OFFCY_UNLIKELY(wide < low || wide > high))
        return fail_narrow(type_name);
    *value = wide;
    return 0;
}

int offcy_unsigned_from_object(unsigned long long *value, PyObject *object, unsigned long long high,
                               const char *type_name)
{
    PyObject *integer = integer_of(object);
    if (OFFCY_UNLIKELY(integer == NULL))
        return -1;
    int overflow, result = -1;
    const long long narrow = PyLong_AsLongLongAndOverflow(integer, &overflow);
    unsigned long long wide = (unsigned long long)narrow;
    if (OFFCY_UNLIKELY(overflow < 0 || (overflow == 0 && narrow < 0))) {
        PyErr_Format(PyExc_OverflowError, "can't convert negative value to %s", type_name);
        goto done;
    }
    if (OFFCY_UNLIKELY(overflow > 0)) {
        wide = PyLong_AsUnsignedLongLong(integer);
        if (wide == ~0ULL && PyErr_Occurred()) {
            fail_wide("unsigned long");
            goto done;
        }
    }
    if (OFFCY_UNLIKELY(wide > high)) {
        fail_narrow(type_name);
        goto done;
    }
    *value = wide;
    result = 0;
done:
    Py_DECREF(integer);
    return result;
}

int offcy_any_ssize_t_from_object(Py_ssize_t *value, PyObject *object)
{
    PyObject *integer = PyNumber_Index(object);
    if (OFFCY_UNLIKELY(integer == NULL))
        return -1;
    const Py_ssize_t number = PyLong_AsSsize_t(integer);
    Py_DECREF(integer);
    if (OFFCY_UNLIKELY(number == -1 && PyErr_Occurred()))
        return -1;
    *value = number;
    return 0;
}

int offcy_index_from_object(Py_ssize_t *value, PyObject *object)
{
    const Py_ssize_t number = PyNumber_AsSsize_t(object, PyExc_IndexError);
    if (OFFCY_UNLIKELY(number == -1 && PyErr_Occurred()))
        return -1;
    *value = number;
    return 0;
}

int offcy_string_from_object(void *value, Py_ssize_t *length, PyObject *object)
{
    const char *text;
    if (PyByteArray_Check(object)) {
        text = PyByteArray_AsString(object);
        memcpy(value, &text, sizeof text);
        if (length != NULL)
            *length = PyByteArray_Size(object);
        return 0;
    }
    if (!PyBytes_Check(object)) {
        PyObject *name = offcy_type_name(Py_TYPE(object));
        if (name != NULL)
            PyErr_Format(PyExc_TypeError, "expected bytes, %U found", name);
        Py_XDECREF(name);
        return -1;
    }
    text = PyBytes_AsString(object);
    memcpy(value, &text, sizeof text);
    if (length != NULL)
        *length = PyBytes_Size(object);
    return 0;
}

PyObject *offcy_type_name(PyTypeObject *type)
{
#ifndef Py_LIMITED_API
    return PyUnicode_FromString(type->tp_name);
#else
    /* Classes made by `class` are called by their bare name, those of C code with their module. */
    PyObject *name = PyType_GetName(type);
    const unsigned long flags = PyType_GetFlags(type) & (Py_TPFLAGS_HEAPTYPE | Py_TPFLAGS_IMMUTABLETYPE);
    if (name != NULL && flags == Py_TPFLAGS_HEAPTYPE && PyType_GetModule(type) == NULL) {
        PyErr_Clear();
        return name;
    }
    if (name == NULL)
        return NULL;
    PyObject *module = PyObject_GetAttrString((PyObject *)type, "__module__");
    if (module == NULL || PyUnicode_CompareWithASCIIString(module, "builtins") == 0) {
        PyErr_Clear();
        Py_XDECREF(module);
        return name;
    }
    PyObject *whole = PyUnicode_FromFormat("%U.%U", module, name);
    Py_DECREF(module);
    Py_DECREF(name);
    return whole;
#endif
}
