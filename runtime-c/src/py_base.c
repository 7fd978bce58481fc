/* Classes that other modules make, and types that inherit from them. See offcy_class.h. */
#include "offcy_py_state.h"

static bool is_collected(PyTypeObject *type)
{
    return (PyType_GetFlags(type) & Py_TPFLAGS_HAVE_GC) != 0;
}

/* -1 with an exception. */
static Py_ssize_t size_of(PyTypeObject *type, const char *name)
{
    PyObject *size = PyObject_GetAttrString((PyObject *)type, name);
    const Py_ssize_t result = size != NULL ? PyLong_AsSsize_t(size) : -1;
    Py_XDECREF(size);
    return result;
}

static int check_size(PyTypeObject *type, const char *module, const char *name, size_t declared,
                      offcy_size_check check)
{
    const char *changed = "%.200s.%.200s size changed, may indicate binary incompatibility. "
                          "Expected %zd from C header, got %zd from PyObject";
    const Py_ssize_t expected = (Py_ssize_t)declared;
    const Py_ssize_t size = size_of(type, "__basicsize__"), item = size_of(type, "__itemsize__");
    if (size < 0 || item < 0)
        return -1;
    /* A struct with one item is as long as its alignment requires. */
    const Py_ssize_t least = (Py_ssize_t)sizeof(void *);
    const Py_ssize_t most = size + (item > 0 && item < least ? least : item);
#ifdef Py_LIMITED_API
    /* What begins with a struct of Python's own has room for any of them. */
    const bool has_room = declared >= sizeof(offcy_any_object);
#else
    const bool has_room = false;
#endif
    if ((!has_room && most < expected) || (check == OFFCY_SIZE_EXACT && size > expected)) {
        PyErr_Format(PyExc_ValueError, changed, module, name, expected, size);
        return -1;
    }
    if (check == OFFCY_SIZE_WARNED && size > expected)
        return PyErr_WarnFormat(PyExc_RuntimeWarning, 0, changed, module, name, expected, size);
    return 0;
}

/* A new reference, or NULL with an exception. */
static PyTypeObject *find_class(const char *module, const char *name)
{
    PyObject *home = PyImport_ImportModule(module);
    PyObject *found = home != NULL ? PyObject_GetAttrString(home, name) : NULL;
    Py_XDECREF(home);
    if (found == NULL || PyType_Check(found))
        return (PyTypeObject *)found;
    PyErr_Format(PyExc_TypeError, "%.200s.%.200s is not a type object", module, name);
    Py_DECREF(found);
    return NULL;
}

/* Takes the reference to what has been found. */
static int keep_class(PyTypeObject **type, PyTypeObject *found, const char *module, const char *name, size_t size,
                      offcy_size_check check)
{
    if (check_size(found, module, name, size, check) < 0) {
        Py_DECREF((PyObject *)found);
        return -1;
    }
    PyTypeObject *old = *type;
    *type = found;
    Py_XDECREF((PyObject *)old);
    return 0;
}

int offcy_import_class(PyTypeObject **type, const char *module, const char *name, size_t size,
                       offcy_size_check check)
{
    PyTypeObject *found = find_class(module, name);
    return found != NULL ? keep_class(type, found, module, name, size, check) : -1;
}

/* Where a type has the address of its table: where Cython looks for it, or where Cython does not, if functions in it
 * pass memoryviews of offcy's. */
static const char of_cython[] = "__pyx_vtable__";
static const char with_views[] = "__offcy_vtable__";

/* A type's own table, in one of the two places: an inherited one is shorter. NULL if it has none. */
static const offcy_method *table_of(PyTypeObject *type, const char *place)
{
    PyObject *attributes = PyObject_GetAttrString((PyObject *)type, "__dict__");
    PyObject *table = attributes != NULL ? PyMapping_GetItemString(attributes, place) : NULL;
    Py_XDECREF(attributes);
    const offcy_method *methods = table != NULL ? (const offcy_method *)PyCapsule_GetPointer(table, NULL) : NULL;
    Py_XDECREF(table);
    PyErr_Clear();
    return methods;
}

int offcy_find_methods(PyTypeObject *type, const offcy_method **methods, bool takes_views)
{
    *methods = table_of(type, with_views);
    if (*methods != NULL)
        return 0;
    *methods = table_of(type, of_cython);
    if (*methods != NULL && !takes_views)
        return 0;
    PyObject *of = offcy_type_name(type);
    if (of != NULL && *methods != NULL)
        PyErr_Format(PyExc_ImportError,
                     "C methods of '%U' pass memoryviews as Cython does, this module as offcy does: compile both with "
                     "the same compiler",
                     of);
    else if (of != NULL)
        PyErr_Format(PyExc_ImportError, "objects of '%U' have no table of the C methods that are declared", of);
    Py_XDECREF(of);
    return -1;
}

bool offcy_passes_views(PyTypeObject *type)
{
    return table_of(type, with_views) != NULL;
}

void offcy_inherit_methods(offcy_method *methods, const offcy_method *base, size_t count)
{
    for (size_t number = 0; number < count; number++) {
        if (methods[number] == NULL)
            methods[number] = base[number];
    }
}

int offcy_show_methods(PyTypeObject *type, const offcy_method *methods, bool takes_views)
{
    PyObject *table = PyCapsule_New((void *)(uintptr_t)methods, NULL, NULL);
    if (table == NULL)
        return -1;
    const int status = PyObject_SetAttrString((PyObject *)type, takes_views ? with_views : of_cython, table);
    Py_DECREF(table);
    return status;
}

PyObject *offcy_new_object(PyTypeObject *base, PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    newfunc make = (newfunc)PyType_GetSlot(base, Py_tp_new);
    if (make != NULL)
        return make(type, args, keywords);
    PyObject *name = offcy_type_name(base);
    if (name != NULL)
        PyErr_Format(PyExc_TypeError, "cannot create '%U' instances", name);
    Py_XDECREF(name);
    return NULL;
}

int offcy_visit_base(PyObject *self, PyTypeObject *base, visitproc visit, void *arg)
{
    /* A base that is made like this type handles the reference to the type. */
    if (offcy_is_builtin(base))
        Py_VISIT(Py_TYPE(self));
    traverseproc traverse = (traverseproc)PyType_GetSlot(base, Py_tp_traverse);
    return traverse != NULL ? traverse(self, visit, arg) : 0;
}

void offcy_clear_base(PyObject *self, PyTypeObject *base)
{
    inquiry clear = (inquiry)PyType_GetSlot(base, Py_tp_clear);
    if (clear != NULL)
        clear(self);
}

void offcy_untrack(PyObject *self)
{
    if (is_collected(Py_TYPE(self)))
        PyObject_GC_UnTrack(self);
}

void offcy_end_base(PyObject *self, PyTypeObject *base)
{
    PyTypeObject *type = Py_TYPE(self);
    if (is_collected(base))
        PyObject_GC_Track(self);
    destructor end = (destructor)PyType_GetSlot(base, Py_tp_dealloc);
    end(self);
    if (offcy_is_builtin(base))
        Py_DECREF((PyObject *)type);
}

PyObject *offcy_compare_base(PyTypeObject *base, PyObject *self, PyObject *other, int op)
{
    richcmpfunc compare = (richcmpfunc)PyType_GetSlot(base, Py_tp_richcompare);
    return compare != NULL ? compare(self, other, op) : Py_NewRef(Py_NotImplemented);
}

int offcy_set_item_of_base(PyTypeObject *base, PyObject *self, PyObject *key, PyObject *value,
                           const char *what)
{
    objobjargproc set = (objobjargproc)PyType_GetSlot(base, Py_mp_ass_subscript);
    return set != NULL ? set(self, key, value) : offcy_refuse_item(self, what);
}
