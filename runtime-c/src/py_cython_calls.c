/* C functions and C methods with memoryviews that offcy's modules and Cython's call in each other: which is which. */
#include "offcy_arrays.h"

#include <offcy_cython_view.h>

#include <stdlib.h>
#include <string.h>

/* The size of `MODULE.memoryview`'s objects; 0 if there is no such type: Cython 3 may have it in a module that several
 * share. -1 with an exception. */
static Py_ssize_t size_of_memoryviews(const char *module)
{
    Py_ssize_t size = 0;
    PyObject *all = PyObject_CallMethod((PyObject *)&PyBaseObject_Type, "__subclasses__", NULL);
    for (Py_ssize_t k = 0; all != NULL && k < PyList_Size(all); k++) {
        PyObject *type = PyList_GetItem(all, k);
        PyObject *name = PyObject_GetAttrString(type, "__name__"), *home = PyObject_GetAttrString(type, "__module__");
        if (name != NULL && home != NULL && PyUnicode_Check(home) &&
            PyUnicode_CompareWithASCIIString(name, "memoryview") == 0 &&
            PyUnicode_CompareWithASCIIString(home, module) == 0) {
            PyObject *found = PyObject_GetAttrString(type, "__basicsize__");
            size = found != NULL ? PyLong_AsSsize_t(found) : -1;
            Py_XDECREF(found);
        }
        PyErr_Clear();
        Py_XDECREF(name);
        Py_XDECREF(home);
    }
    Py_XDECREF(all);
    return all != NULL ? size : -1;
}

int offcy_expect_memoryviews(const char *module)
{
    const Py_ssize_t size = size_of_memoryviews(module);
    if (size == 0 || size == (Py_ssize_t)sizeof(offcy_cython_memoryview))
        return 0;
    if (size > 0)
        PyErr_Format(PyExc_ImportError,
                     "C functions of %s take memoryviews as Cython before 3.0 made them: compile it with Cython 3 or "
                     "offcy",
                     module);
    return -1;
}

static const char view_methods[] = "__offcy_methods__";
static const char view_methods_mark[] = OFFCY_VERSIONED("offcy.methods.", OFFCY_STATE_VERSION);

int offcy_show_view_methods(PyTypeObject *type, const offcy_view_method *rows)
{
    PyObject *shown = PyCapsule_New((void *)(uintptr_t)rows, view_methods_mark, NULL);
    const int status = shown != NULL ? PyObject_SetAttrString((PyObject *)type, view_methods, shown) : -1;
    Py_XDECREF(shown);
    return status;
}

/* The rows that a type itself shows, or NULL. Those of other versions of offcy have another name. */
static const offcy_view_method *rows_of(PyObject *type)
{
    PyObject *attributes = PyObject_GetAttrString(type, "__dict__");
    PyObject *shown = attributes != NULL ? PyMapping_GetItemString(attributes, view_methods) : NULL;
    const bool is_own = shown != NULL && PyCapsule_IsValid(shown, view_methods_mark);
    const offcy_view_method *rows = is_own ? PyCapsule_GetPointer(shown, view_methods_mark) : NULL;
    Py_XDECREF(shown);
    Py_XDECREF(attributes);
    PyErr_Clear();
    return rows;
}

offcy_method offcy_find_own_method(const offcy_found_method **known, PyObject *self, offcy_method method)
{
    const PyGILState_STATE gil = PyGILState_Ensure();
    offcy_method own = NULL;
    PyObject *bases = PyObject_GetAttrString((PyObject *)Py_TYPE(self), "__mro__");
    const Py_ssize_t count = bases != NULL ? PyTuple_Size(bases) : 0;
    for (Py_ssize_t k = 0; k < count && own == NULL; k++) {
        const offcy_view_method *row = rows_of(PyTuple_GetItem(bases, k));
        for (; row != NULL && row->in_table != NULL && own == NULL; row++)
            own = row->in_table == method ? row->own : NULL;
    }
    Py_XDECREF(bases);
    PyErr_Clear();
    offcy_found_method *found = malloc(sizeof *found);
    if (found != NULL) {
        *found = (offcy_found_method){method, own, __atomic_load_n(known, __ATOMIC_ACQUIRE)};
        while (!__atomic_compare_exchange_n(known, &found->next, found, false, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
            ;
    }
    PyGILState_Release(gil);
    return own;
}

/* `*checked`: the last module of Cython's whose memoryviews are known to be those of Cython 3. */
static int import_function(const offcy_view_import *row, const char **checked)
{
    PyObject *own = PyUnicode_FromFormat("%s" OFFCY_WITH_VIEWS, row->name);
    const char *name = own != NULL ? PyUnicode_AsUTF8AndSize(own, NULL) : NULL;
    const int is_own = name != NULL ? offcy_does_export(row->module, name) : -1;
    int status = is_own;
    if (is_own > 0)
        status = offcy_import_function(row->module, name, row->signature, row->function);
    Py_XDECREF(own);
    if (is_own != 0)
        return status;
    if (offcy_import_function(row->module, row->name, row->in_cython, row->of_cython) < 0)
        return -1;
    const bool is_checked = *checked != NULL && strcmp(*checked, row->module) == 0;
    if (!is_checked && offcy_expect_memoryviews(row->module) < 0)
        return -1;
    *checked = row->module;
    *row->function = row->adapter;
    return 0;
}

int offcy_import_functions_with_views(const offcy_view_import *rows, int count)
{
    const char *checked = NULL;
    for (int k = 0; k < count; k++)
        if (import_function(&rows[k], &checked) < 0)
            return -1;
    return 0;
}
