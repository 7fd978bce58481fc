/* Loops over the entries of dicts: a `dict` is asked itself, without a view and pairs. What else has such methods is asked as in
 * Python.
 *
 *     for key, value in table.items():
 *
 *     ptrdiff_t at = 0;
 *     iterator = offcy_begin_entries(table, names.items);
 *     while ((key = offcy_next_entry(iterator, &at, &value)) != NULL)
 *         ...
 *     if (PyErr_Occurred() != NULL)
 *         ...
 */
#ifndef OFFCY_ENTRIES_H
#define OFFCY_ENTRIES_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* What the functions below take, for the entries of `object` from the first one on: `name` is that of the method of it (`items`,
 * `values`) that others than a `dict` are asked for. NULL with an exception. */
OFFCY_HIDDEN PyObject *offcy_begin_entries(PyObject *object, PyObject *name);

/* The next key, and its value; NULL at the end, or with an exception: also if the dict has got or lost keys meanwhile. New
 * references. */
OFFCY_HIDDEN PyObject *offcy_next_entry(PyObject *iterator, Py_ssize_t *at, PyObject **value);

/* The next value alone. */
OFFCY_HIDDEN PyObject *offcy_next_value(PyObject *iterator, Py_ssize_t *at);

#endif
