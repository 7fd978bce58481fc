/* C tuples from and to Python. Rules and messages are Cython's. */
#include "offcy_py_state.h"

static PyObject *object_from_tuple(const void *value, const offcy_dtype *dtype)
{
    PyObject *tuple = PyTuple_New(dtype->field_count);
    for (int k = 0; tuple != NULL && k < dtype->field_count; k++) {
        const offcy_field *field = &dtype->fields[k];
        PyObject *item = offcy_load_element((const char *)value + field->offset, field->dtype);
        if (item == NULL || PyTuple_SetItem(tuple, k, item) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

static int store_item(char *value, PyObject *item, const offcy_field *field)
{
    return offcy_store_element(value + field->offset, field->dtype, item);
}

static int tuple_from_sequence(void *value, PyObject *object, const offcy_dtype *dtype)
{
    const Py_ssize_t expected = dtype->field_count;
    if (!PySequence_Check(object)) {
        PyObject *name = offcy_type_name(Py_TYPE(object));
        if (name != NULL)
            PyErr_Format(PyExc_TypeError, "Expected a sequence of size %zd, got %U", expected, name);
        Py_XDECREF(name);
        return -1;
    }
    const Py_ssize_t length = PySequence_Size(object);
    if (length < 0)
        return -1;
    if (length != expected) {
        PyErr_Format(PyExc_TypeError, "Expected a sequence of size %zd, got size %zd", expected, length);
        return -1;
    }
    for (int k = 0; k < dtype->field_count; k++) {
        const offcy_field *field = &dtype->fields[k];
        PyObject *item = PySequence_GetItem(object, k);
        const int status = item != NULL ? store_item(value, item, field) : -1;
        Py_XDECREF(item);
        if (status < 0)
            return -1;
    }
    return 0;
}

const offcy_conversion offcy_tuple_conversion = {object_from_tuple, tuple_from_sequence};
