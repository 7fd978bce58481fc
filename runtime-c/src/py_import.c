/* What modules take from others when they are imported, and what they offer them. */
#include "offcy_py_state.h"

#include <stdarg.h>
#include <string.h>

PyObject *offcy_import(const char *module, bool leaf)
{
    PyObject *last = PyImport_ImportModule(module);
    const char *dot = strchr(module, '.');
    if (last == NULL || leaf || dot == NULL)
        return last;
    PyObject *top_name = PyUnicode_FromStringAndSize(module, dot - module);
    PyObject *top = top_name != NULL ? PyImport_Import(top_name) : NULL;
    Py_XDECREF(top_name);
    Py_DECREF(last);
    return top;
}

/* From the package of the module, if it is in one and there is such a module; otherwise NULL, with the exception of
 * a module that fails by itself. */
static PyObject *imported_beside(PyObject *globals, const char *module, PyObject *names)
{
    PyObject *own = PyDict_GetItemString(globals, "__name__"); /* borrowed */
    if (own == NULL || PyUnicode_FindChar(own, '.', 0, PyUnicode_GetLength(own), 1) < 0)
        return NULL;
    PyObject *found = PyImport_ImportModuleLevel(module, globals, NULL, names, 1);
    if (found == NULL && PyErr_ExceptionMatches(PyExc_ImportError))
        PyErr_Clear();
    return found;
}

PyObject *offcy_import_beside(PyObject *globals, const char *module, bool leaf)
{
    const bool is_deep = leaf && strchr(module, '.') != NULL;
    PyObject *names = is_deep ? Py_BuildValue("(s)", "__name__") : NULL; /* otherwise the top package is the result */
    if (is_deep && names == NULL)
        return NULL;
    PyObject *found = imported_beside(globals, module, names);
    Py_XDECREF(names);
    return found != NULL || PyErr_Occurred() ? found : offcy_import(module, leaf);
}

PyObject *offcy_import_from(PyObject *globals, const char *module, int level, int count, ...)
{
    PyObject *names = PyTuple_New(count), *found = NULL;
    va_list listed;
    va_start(listed, count);
    for (int k = 0; names != NULL && k < count; k++)
        PyTuple_SetItem(names, k, Py_NewRef(va_arg(listed, PyObject *)));
    va_end(listed);
    if (names != NULL && level < 0)
        found = imported_beside(globals, module, names);
    if (names != NULL && found == NULL && !PyErr_Occurred())
        found = PyImport_ImportModuleLevel(module, globals, NULL, names, level < 0 ? 0 : level);
    Py_XDECREF(names);
    return found;
}

/* A submodule that is imported but not yet an attribute (a circular import); NULL, none set. */
static PyObject *imported_submodule(PyObject *module, PyObject *name)
{
    PyObject *package = PyObject_GetAttrString(module, "__name__");
    PyObject *full = package != NULL ? PyUnicode_FromFormat("%U.%U", package, name) : NULL;
    PyObject *modules = PyImport_GetModuleDict();
    PyObject *found = full != NULL ? offcy_find(modules, full) : NULL;
    Py_XDECREF(package);
    Py_XDECREF(full);
    PyErr_Clear();
    return found;
}

PyObject *offcy_import_name(PyObject *module, PyObject *name)
{
    PyObject *value = PyObject_GetAttr(module, name);
    if (value != NULL || !PyErr_ExceptionMatches(PyExc_AttributeError))
        return value;
    PyErr_Clear();
    value = imported_submodule(module, name);
    if (value == NULL)
        PyErr_Format(PyExc_ImportError, "cannot import name %U", name);
    return value;
}

/* The names that `import *` takes, and whether to pass over private ones. */
static PyObject *names_to_import(PyObject *module, bool *are_listed)
{
    PyObject *names = PyObject_GetAttrString(module, "__all__");
    *are_listed = names != NULL;
    if (names != NULL || !PyErr_ExceptionMatches(PyExc_AttributeError))
        return names;
    PyErr_Clear();
    PyObject *dict = PyObject_GetAttrString(module, "__dict__");
    if (dict == NULL && PyErr_ExceptionMatches(PyExc_AttributeError))
        PyErr_SetString(PyExc_ImportError, "from-import-* object has no __dict__ and no __all__");
    names = dict != NULL ? PyMapping_Keys(dict) : NULL;
    Py_XDECREF(dict);
    return names;
}

static bool is_private(PyObject *name)
{
    return PyUnicode_Check(name) && PyUnicode_GetLength(name) > 0 && PyUnicode_ReadChar(name, 0) == '_';
}

/* The dict of what `import *` takes from a module. */
static PyObject *values_to_import(PyObject *module)
{
    bool are_listed;
    PyObject *names = names_to_import(module, &are_listed), *found = names != NULL ? PyDict_New() : NULL;
    for (Py_ssize_t at = 0; found != NULL; at++) {
        PyObject *name = PySequence_GetItem(names, at);
        if (name == NULL && PyErr_ExceptionMatches(PyExc_IndexError)) {
            PyErr_Clear();
            break;
        }
        if (name != NULL && !are_listed && is_private(name)) {
            Py_DECREF(name);
            continue;
        }
        PyObject *value = name != NULL ? PyObject_GetAttr(module, name) : NULL;
        if (value == NULL || PyDict_SetItem(found, name, value) < 0)
            Py_CLEAR(found);
        Py_XDECREF(value);
        Py_XDECREF(name);
    }
    Py_XDECREF(names);
    return found;
}

/* Moves an item from one dict to another, if it is there. */
static int move_item(PyObject *to, PyObject *from, PyObject *name)
{
    PyObject *value = PyDict_GetItemWithError(from, name);
    if (value == NULL)
        return PyErr_Occurred() ? -1 : 0;
    return PyDict_SetItem(to, name, value) < 0 ? -1 : PyDict_DelItem(from, name);
}

PyObject *offcy_import_all(PyObject *globals, PyObject *module, int kept, int refused, ...)
{
    PyObject *found = values_to_import(module), *taken = found != NULL ? PyDict_New() : NULL;
    va_list listed;
    va_start(listed, refused);
    for (int k = 0; taken != NULL && k < kept; k++)
        if (move_item(taken, found, va_arg(listed, PyObject *)) < 0)
            Py_CLEAR(taken);
    for (int k = 0; taken != NULL && k < refused; k++) {
        PyObject *name = va_arg(listed, PyObject *);
        const char *words = va_arg(listed, const char *);
        const int is_there = PyDict_Contains(found, name);
        if (is_there > 0)
            PyErr_SetString(PyExc_TypeError, words);
        if (is_there != 0)
            Py_CLEAR(taken);
    }
    va_end(listed);
    if (taken != NULL && PyDict_Update(globals, found) < 0)
        Py_CLEAR(taken);
    Py_XDECREF(found);
    return taken;
}

/* Capsules hold data pointers. */
typedef union {
    void (*function)(void);
    void *data;
} address;

int offcy_export(PyObject *module, const offcy_export_row *rows, int count)
{
    PyObject *all = PyDict_New();
    int status = all == NULL ? -1 : 0;
    for (int i = 0; i < count && status == 0; i++) {
        const address of = {.function = rows[i].function};
        void *data = rows[i].variable != NULL ? rows[i].variable : of.data;
        PyObject *capsule = PyCapsule_New(data, rows[i].signature, NULL);
        status = capsule == NULL ? -1 : PyDict_SetItemString(all, rows[i].name, capsule);
        Py_XDECREF(capsule);
    }
    if (status == 0)
        status = PyObject_SetAttrString(module, "__pyx_capi__", all);
    Py_XDECREF(all);
    return status;
}

/* `capsule` is borrowed, or NULL. */
static int take(PyObject *capsule, const char *kind, const char *module, const char *name, const char *signature,
                void **data)
{
    if (capsule == NULL || !PyCapsule_CheckExact(capsule)) {
        PyErr_Format(PyExc_ImportError, "%s does not export the C %s %s", module, kind, name);
        return -1;
    }
    if (!PyCapsule_IsValid(capsule, signature)) {
        const char *has = PyCapsule_GetName(capsule);
        has = has != NULL ? has : "?";
        if (strstr(has, "__Pyx_memviewslice") != NULL && strstr(signature, "offcy_view") != NULL)
            PyErr_Format(PyExc_TypeError,
                         "C %s %s.%s passes functions with memoryviews as Cython does, this module as offcy does: compile "
                         "both with the same compiler",
                         kind, module, name);
        else
            PyErr_Format(PyExc_TypeError, "C %s %s.%s has another type: expected %s, found %s", kind, module, name,
                         signature, has);
        return -1;
    }
    *data = PyCapsule_GetPointer(capsule, signature);
    return *data == NULL ? -1 : 0;
}

/* What a module exports: a new reference to None if that is nothing; NULL with an exception. */
static PyObject *exports_of(const char *module)
{
    PyObject *from = PyImport_ImportModule(module);
    if (from == NULL)
        return NULL;
    PyObject *all = PyObject_GetAttrString(from, "__pyx_capi__");
    Py_DECREF(from);
    if (all == NULL || !PyDict_Check(all)) {
        PyErr_Clear();
        Py_XDECREF(all);
        all = Py_NewRef(Py_None);
    }
    return all;
}

/* Borrowed from what `exports_of` returns; NULL: it is not there. */
static PyObject *export_named(PyObject *all, const char *name)
{
    return all != Py_None ? PyDict_GetItemString(all, name) : NULL;
}

int offcy_does_export(const char *module, const char *name)
{
    PyObject *all = exports_of(module);
    if (all == NULL)
        return -1;
    const int does = export_named(all, name) != NULL;
    Py_DECREF(all);
    return does;
}

static int import(const char *kind, const char *module, const char *name, const char *signature, void **data)
{
    PyObject *all = exports_of(module);
    if (all == NULL)
        return -1;
    const int status = take(export_named(all, name), kind, module, name, signature, data);
    Py_DECREF(all);
    return status;
}

int offcy_import_function(const char *module, const char *name, const char *signature, void (**function)(void))
{
    address of;
    const int status = import("function", module, name, signature, &of.data);
    if (status == 0)
        *function = of.function;
    return status;
}

int offcy_import_module(const char *name)
{
    PyObject *module = PyImport_ImportModule(name);
    Py_XDECREF(module);
    return module != NULL ? 0 : -1;
}

int offcy_import_variable(const char *module, const char *name, const char *signature, void **variable)
{
    return import("variable", module, name, signature, variable);
}
