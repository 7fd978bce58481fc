/* Calls that Python's limited interface of 3.11 leaves out, built from those that it has. */
#ifndef OFFCY_LIMITED_H
#define OFFCY_LIMITED_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

#ifdef Py_LIMITED_API

/* The limited interface does not include it. */
#include <stdlib.h>

#define PyObject_CallOneArg(CALLABLE, ARGUMENT) \
    PyObject_CallFunctionObjArgs((CALLABLE), (ARGUMENT), NULL)
#define PyObject_CallMethodNoArgs(OBJECT, NAME) PyObject_CallMethodObjArgs((OBJECT), (NAME), NULL)
#define PyObject_CallMethodOneArg(OBJECT, NAME, ARGUMENT) \
    PyObject_CallMethodObjArgs((OBJECT), (NAME), (ARGUMENT), NULL)

#if Py_LIMITED_API + 0 < 0x030c0000

/* Like CPython's functions of these names: `args` holds the positional arguments and after them the
 * values of `keywords`, a tuple of names or NULL. For a method, the object is the first argument. */
OFFCY_HIDDEN PyObject *offcy_vectorcall(PyObject *callable, PyObject *const *args, size_t nargs,
                                        PyObject *keywords);
OFFCY_HIDDEN PyObject *offcy_vectorcall_method(PyObject *name, PyObject *const *args, size_t nargs,
                                               PyObject *keywords);
#define PyObject_Vectorcall offcy_vectorcall
#define PyObject_VectorcallMethod offcy_vectorcall_method

#endif
#endif
#endif
