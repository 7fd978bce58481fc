/* Extension types that are dataclasses: what Python's module `dataclasses` finds in them, and the `repr` of objects that
 * lead to themselves. */
#ifndef OFFCY_DATACLASS_H
#define OFFCY_DATACLASS_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* `__dataclass_params__`, of a dict of what the decorator says. */
OFFCY_HIDDEN PyObject *offcy_dataclass_params(PyObject *options);

/* A value of `__dataclass_fields__`: `settings` is a dict of the arguments of `dataclasses.field`. */
OFFCY_HIDDEN PyObject *offcy_dataclass_field(PyObject *name, PyObject *type, PyObject *is_init_var,
                                             PyObject *settings);

/* True if the `repr` of an object is being made already. Otherwise False: the object is left when it is made. */
OFFCY_HIDDEN PyObject *offcy_enter_repr(PyObject *object);
OFFCY_HIDDEN PyObject *offcy_leave_repr(PyObject *object);

#endif
