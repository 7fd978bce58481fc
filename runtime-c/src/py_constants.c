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

PyObject *offcy_dict_of(PyObject *pairs)
{
    PyObject *dict = PyDict_New();
    const Py_ssize_t size = PyTuple_Size(pairs);
    for (Py_ssize_t k = 0; dict != NULL && k < size; k += 2)
        if (PyDict_SetItem(dict, PyTuple_GetItem(pairs, k), PyTuple_GetItem(pairs, k + 1)) < 0)
            Py_CLEAR(dict);
    return dict;
}
