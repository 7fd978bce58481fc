/* `@cython.ufunc`: NumPy functions that call the module's own for each element of arrays. Only modules that have some
 * include this: it needs NumPy's headers. */
#ifndef OFFCY_UFUNC_H
#define OFFCY_UFUNC_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

#ifndef NPY_NO_DEPRECATED_API
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#endif
#if defined(Py_TARGET_ABI3T) && !defined(NPY_TARGET_VERSION)
#define NPY_TARGET_VERSION NPY_2_5_API_VERSION /* the first that has it */
#endif
#include <numpy/ndarraytypes.h>
#include <numpy/ufuncobject.h>

typedef struct offcy_ufunc {
    const char *name;
    const char *doc; /* or NULL */
    PyUFuncGenericFunction *loops;
    char *types; /* of the arguments and results of each loop, one loop after another */
    void **data; /* one for each loop */
    int loop_count, argument_count, result_count;
} offcy_ufunc;

/* Makes them in the module. */
static inline int offcy_add_ufuncs(PyObject *module, offcy_ufunc *ufuncs, int count)
{
    if (_import_umath() < 0)
        return -1;
    for (int k = 0; k < count; k++) {
        const offcy_ufunc *of = &ufuncs[k];
        PyObject *ufunc =
            PyUFunc_FromFuncAndData(of->loops, of->data, of->types, of->loop_count, of->argument_count,
                                    of->result_count, PyUFunc_None, of->name, of->doc, 0);
        const int status = ufunc != NULL ? PyObject_SetAttrString(module, of->name, ufunc) : -1;
        Py_XDECREF(ufunc);
        if (status < 0)
            return -1;
    }
    return 0;
}

/* What an element holds, a new reference: NumPy may leave one empty, which means None. */
static inline PyObject *offcy_ufunc_object(const char *element)
{
    PyObject *object = *(PyObject *const *)element;
    return Py_NewRef(object != NULL ? object : Py_None);
}

/* Passes a reference to an element. */
static inline void offcy_ufunc_store(char *element, PyObject *object)
{
    PyObject *old = *(PyObject **)element;
    *(PyObject **)element = object;
    Py_XDECREF(old);
}

#endif
