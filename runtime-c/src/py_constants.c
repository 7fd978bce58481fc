/* Constants of a module, made from tables when it is imported, and the results of displays of
 * constants. */
#include "offcy_py_state.h"

int offcy_make_ints(PyObject **objects, const long long *values, int count)
{
    for (int k = 0; k < count; k++)
        if ((objects[k] = PyLong_FromLongLong(values[k])) == NULL)
            return -1;
    return 0;
}

int offcy_make_big_ints(PyObject **objects, const char *const *digits, int count)
{
    for (int k = 0; k < count; k++)
        if ((objects[k] = PyLong_FromString(digits[k], NULL, 0)) == NULL)
            return -1;
    return 0;
}

int offcy_make_floats(PyObject **objects, const double *values, int count)
{
    for (int k = 0; k < count; k++)
        if ((objects[k] = PyFloat_FromDouble(values[k])) == NULL)
            return -1;
    return 0;
}

int offcy_make_imaginaries(PyObject **objects, const double *values, int count)
{
    for (int k = 0; k < count; k++)
        if ((objects[k] = PyComplex_FromDoubles(0, values[k])) == NULL)
            return -1;
    return 0;
}

int offcy_make_texts(PyObject **objects, const offcy_text *texts, int count)
{
    for (int k = 0; k < count; k++)
        if ((objects[k] = PyUnicode_DecodeUTF8(texts[k].bytes, texts[k].size, "surrogatepass")) == NULL)
            return -1;
    return 0;
}

int offcy_make_bytes(PyObject **objects, const offcy_text *texts, int count)
{
    for (int k = 0; k < count; k++)
        if ((objects[k] = PyBytes_FromStringAndSize(texts[k].bytes, texts[k].size)) == NULL)
            return -1;
    return 0;
}

/* The object that an item of a tuple is, borrowed. */
static PyObject *constant(PyObject **const *tables, int item)
{
    switch (item) {
    case OFFCY_NONE: return Py_None;
    case OFFCY_TRUE: return Py_True;
    case OFFCY_FALSE: return Py_False;
    case OFFCY_ELLIPSIS: return Py_Ellipsis;
    case OFFCY_NEW_TUPLE: return (PyObject *)&PyTuple_Type;
    case OFFCY_NEW_LIST: return (PyObject *)&PyList_Type;
    case OFFCY_NEW_SET: return (PyObject *)&PySet_Type;
    case OFFCY_NEW_DICT: return (PyObject *)&PyDict_Type;
    default: return tables[item >> OFFCY_TABLE_SHIFT][item & ((1 << OFFCY_TABLE_SHIFT) - 1)];
    }
}

/* The next tuple; `items` moves on. */
static PyObject *next_tuple(PyObject **const *tables, const int **items)
{
    const int size = *(*items)++;
    PyObject *tuple = PyTuple_New(size);
    for (int at = 0; tuple != NULL && at < size; at++)
        PyTuple_SetItem(tuple, at, Py_NewRef(constant(tables, *(*items)++)));
    return tuple;
}

int offcy_make_tuples(PyObject **const *tables, const int *items, int count)
{
    PyObject **objects = tables[OFFCY_TUPLES];
    for (int k = 0; k < count; k++)
        if ((objects[k] = next_tuple(tables, &items)) == NULL)
            return -1;
    return 0;
}

int offcy_make_sets(PyObject **const *tables, const int *items, int count)
{
    PyObject **objects = tables[OFFCY_SETS];
    for (int k = 0; k < count; k++) {
        PyObject *tuple = next_tuple(tables, &items);
        if (tuple == NULL)
            return -1;
        objects[k] = PyFrozenSet_New(tuple);
        Py_DECREF(tuple);
        if (objects[k] == NULL)
            return -1;
    }
    return 0;
}

/* Fills a new list or tuple, which `set` sets items of. */
static PyObject *filled(PyObject *sequence, int (*set)(PyObject *, Py_ssize_t, PyObject *), PyObject *pattern, Py_ssize_t size)
{
    for (Py_ssize_t k = 1; sequence != NULL && k < size; k++) {
        PyObject *item = offcy_display(PyTuple_GetItem(pattern, k));
        if (item == NULL)
            Py_CLEAR(sequence);
        else
            set(sequence, k - 1, item);
    }
    return sequence;
}

static PyObject *new_set(PyObject *pattern, Py_ssize_t size)
{
    PyObject *set = PySet_New(NULL);
    for (Py_ssize_t k = 1; set != NULL && k < size; k++)
        if (PySet_Add(set, PyTuple_GetItem(pattern, k)) < 0)
            Py_CLEAR(set);
    return set;
}

static PyObject *new_dict(PyObject *pattern, Py_ssize_t size)
{
    PyObject *dict = PyDict_New();
    for (Py_ssize_t k = 1; dict != NULL && k + 1 < size; k += 2) {
        PyObject *value = offcy_display(PyTuple_GetItem(pattern, k + 1));
        if (value == NULL || PyDict_SetItem(dict, PyTuple_GetItem(pattern, k), value) < 0)
            Py_CLEAR(dict);
        Py_XDECREF(value);
    }
    return dict;
}

PyObject *offcy_display(PyObject *pattern)
{
    const Py_ssize_t size = PyTuple_CheckExact(pattern) ? PyTuple_Size(pattern) : 0;
    PyObject *kind = size > 0 ? PyTuple_GetItem(pattern, 0) : NULL;
    /* No other constant is a class. */
    if (kind == (PyObject *)&PyList_Type)
        return filled(PyList_New(size - 1), PyList_SetItem, pattern, size);
    if (kind == (PyObject *)&PyDict_Type)
        return new_dict(pattern, size);
    if (kind == (PyObject *)&PyTuple_Type)
        return filled(PyTuple_New(size - 1), PyTuple_SetItem, pattern, size);
    if (kind == (PyObject *)&PySet_Type)
        return new_set(pattern, size);
    return Py_NewRef(pattern);
}
