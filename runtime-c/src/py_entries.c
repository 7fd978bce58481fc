/* Loops over the entries of dicts: see offcy_entries.h. */
#include "offcy_py_state.h"

/* Others than a dict, and a dict that other threads may change at any time. */
static PyObject *begin_by_method(PyObject *object, PyObject *name)
{
    PyObject *items = PyObject_CallMethodObjArgs(object, name, NULL);
    PyObject *iterator = items != NULL ? PyObject_GetIter(items) : NULL;
    Py_XDECREF(items);
    return iterator;
}

static PyObject *next_by_iterator(PyObject *iterator, PyObject **value)
{
    PyObject *key = NULL, *pair = PyIter_Next(iterator);
    if (pair != NULL && offcy_unpack_pair(pair, &key, value) < 0)
        key = NULL;
    Py_XDECREF(pair);
    return key;
}

#if defined(Py_LIMITED_API) || defined(Py_GIL_DISABLED)

PyObject *offcy_begin_entries(PyObject *object, PyObject *name)
{
    return begin_by_method(object, name);
}

PyObject *offcy_next_entry(PyObject *iterator, Py_ssize_t *at, PyObject **value)
{
    (void)at;
    return next_by_iterator(iterator, value);
}

PyObject *offcy_next_value(PyObject *iterator, Py_ssize_t *at)
{
    (void)at;
    return PyIter_Next(iterator);
}

#else

/* A dict on the way from its first entry to its last; no Python code gets it. */
typedef struct {
    PyObject_HEAD
    PyObject *dict;   /* NULL: it has ended */
    Py_ssize_t size;  /* the dict's at the beginning */
    Py_ssize_t given; /* how many entries */
} entries;

static PyTypeObject *kept_type; /* kept forever */
static offcy_spares spares = {.size = sizeof(entries), .is_collected = true, .room = 8};

static int traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(((entries *)self)->dict);
    return 0;
}

static int clear(PyObject *self)
{
    Py_CLEAR(((entries *)self)->dict);
    return 0;
}

static void dealloc(PyObject *self)
{
    PyObject_GC_UnTrack(self);
    clear(self);
    offcy_spare(self, kept_type, &spares);
}

static PyTypeObject *entries_type(void)
{
    if (offcy_kept_type(&kept_type) != NULL)
        return kept_type;
    PyType_Slot slots[] = {
        SLOT(Py_tp_dealloc, dealloc),
        SLOT(Py_tp_traverse, traverse),
        SLOT(Py_tp_clear, clear),
        {0, NULL},
    };
    PyType_Spec spec = {
        .name = "offcy.dict_entries",
        .basicsize = sizeof(entries),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | Py_TPFLAGS_HAVE_GC,
        .slots = slots,
    };
    return offcy_keep_type(&kept_type, &spec);
}

PyObject *offcy_begin_entries(PyObject *object, PyObject *name)
{
    if (!PyDict_CheckExact(object))
        return begin_by_method(object, name);
    PyTypeObject *type = entries_type();
    PyObject *self = type != NULL ? offcy_allocate_spare(type, type, &spares) : NULL;
    if (self != NULL) {
        ((entries *)self)->dict = Py_NewRef(object);
        ((entries *)self)->size = PyDict_GET_SIZE(object);
    }
    return self;
}

/* The next entry, borrowed; false at the end, or with an exception. */
static bool advance(entries *self, Py_ssize_t *at, PyObject **key, PyObject **value)
{
    if (self->dict == NULL)
        return false;
    const bool has_size = PyDict_GET_SIZE(self->dict) == self->size;
    if (has_size && PyDict_Next(self->dict, at, key, value)) {
        if (self->given++ < self->size)
            return true;
        PyErr_SetString(PyExc_RuntimeError, "dictionary keys changed during iteration");
    } else if (!has_size) {
        PyErr_SetString(PyExc_RuntimeError, "dictionary changed size during iteration");
    }
    Py_CLEAR(self->dict);
    return false;
}

PyObject *offcy_next_entry(PyObject *iterator, Py_ssize_t *at, PyObject **value)
{
    PyObject *key;
    if (Py_TYPE(iterator) != kept_type)
        return next_by_iterator(iterator, value);
    if (!advance((entries *)iterator, at, &key, value))
        return NULL;
    Py_INCREF(*value);
    return Py_NewRef(key);
}

PyObject *offcy_next_value(PyObject *iterator, Py_ssize_t *at)
{
    PyObject *key, *value;
    if (Py_TYPE(iterator) != kept_type)
        return PyIter_Next(iterator);
    return advance((entries *)iterator, at, &key, &value) ? Py_NewRef(value) : NULL;
}

#endif
