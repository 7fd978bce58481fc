/* What lies under views: buffers that are acquired, and memoryview objects that are made on them. */
#include "offcy_arrays.h"

#include <stdlib.h>

/* Structs that nobody uses, for the next buffers. Whoever holds the GIL has them. */
#if defined(Py_GIL_DISABLED) || !OFFCY_SPARES
enum { ROOM = 0 };
#else
enum { ROOM = 16 };
#endif
static offcy_acquired *spares[ROOM + 1];
static int spare_count;

offcy_acquired *offcy_new_acquired(void)
{
    offcy_acquired *acquired = spare_count > 0 ? spares[--spare_count] : malloc(sizeof *acquired);
    if (acquired == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    *acquired = (offcy_acquired){.head = {.references = 1, .destroy = offcy_release_acquired}};
    return acquired;
}

static void keep_or_free(offcy_acquired *acquired)
{
    if (spare_count < ROOM)
        spares[spare_count++] = acquired;
    else
        free(acquired);
}

/* The last view of a buffer is gone; this may happen on any thread. */
void offcy_release_acquired(offcy_buffer *head)
{
    offcy_acquired *acquired = (offcy_acquired *)head;
    const PyGILState_STATE gil = PyGILState_Ensure();
    PyBuffer_Release(&acquired->buffer);
    free(acquired->format);
    keep_or_free(acquired);
    PyGILState_Release(gil);
}

offcy_acquired *offcy_acquire(PyObject *object, int flags)
{
    offcy_acquired *acquired = offcy_new_acquired();
    if (OFFCY_UNLIKELY(acquired != NULL && PyObject_GetBuffer(object, &acquired->buffer, flags) < 0)) {
        keep_or_free(acquired);
        return NULL;
    }
    return acquired;
}

const char *offcy_exported_format(const offcy_acquired *owner, const offcy_dtype *dtype)
{
    if (owner->format != NULL)
        return owner->format;
    const Py_buffer *buffer = &owner->buffer;
    return buffer->format != NULL && buffer->itemsize == dtype->size ? buffer->format : dtype->format;
}

PyObject *offcy_make_memoryview(PyTypeObject *type, offcy_acquired *owner, char *data, int ndim,
                                const ptrdiff_t *shape, const ptrdiff_t *strides, const offcy_dtype *dtype)
{
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    offcy_memoryview *view = (offcy_memoryview *)allocate(type, 0);
    if (view == NULL)
        return NULL;
    view->owner = owner;
    owner->is_private = false; /* Python code can reach it from now on, by `base` too */
    offcy_buffer_retain(&owner->head);
    view->dtype = dtype;
    view->data = data;
    view->ndim = ndim;
    for (int axis = 0; axis < ndim; axis++) {
        view->shape[axis] = shape[axis];
        view->strides[axis] = strides[axis];
    }
    return (PyObject *)view;
}

offcy_memoryview *offcy_as_memoryview(PyObject *object)
{
    return (void *)Py_TYPE(object) == offcy_shared()->memoryview_type ? (offcy_memoryview *)object
                                                                     : NULL;
}

PyObject *offcy_tuple_of_sizes(const Py_ssize_t *values, int count)
{
    PyObject *tuple = PyTuple_New(count);
    for (int k = 0; tuple != NULL && k < count; k++) {
        PyObject *value = PyLong_FromSsize_t(values[k]);
        if (value == NULL || PyTuple_SetItem(tuple, k, value) < 0)
            Py_CLEAR(tuple);
    }
    return tuple;
}

/* `module.name` of a module that has been imported, kept in `*place`; NULL if there is none. */
static PyObject *known_object(PyObject **place, const char *module_name, const char *name)
{
    if (offcy_kept(place) == NULL) {
        PyObject *key = PyUnicode_FromString(module_name);
        PyObject *module = key != NULL ? PyImport_GetModule(key) : NULL;
        offcy_keep(place, module != NULL ? PyObject_GetAttrString(module, name) : NULL);
        Py_XDECREF(key);
        Py_XDECREF(module);
    }
    return *place;
}

/* Whether an array frees its own memory, which nothing else shows. */
static bool owns_memory(PyObject *array)
{
    PyObject *base = PyObject_GetAttrString(array, "base");
    PyObject *flags = PyObject_GetAttrString(array, "flags");
    PyObject *owns = flags != NULL ? PyObject_GetAttrString(flags, "owndata") : NULL;
    const bool result = base == Py_None && owns == Py_True;
    Py_XDECREF(base);
    Py_XDECREF(flags);
    Py_XDECREF(owns);
    return result;
}

static bool has_weak_references(PyObject *object)
{
    static PyObject *getweakrefcount;
    PyObject *count = known_object(&getweakrefcount, "_weakref", "getweakrefcount");
    count = count != NULL ? PyObject_CallFunctionObjArgs(count, object, NULL) : NULL;
    const bool result = count == NULL || PyLong_AsLong(count) != 0;
    Py_XDECREF(count);
    return result;
}

PyObject *offcy_numpy_array_type(void)
{
    static PyObject *ndarray;
    PyObject *found = known_object(&ndarray, "numpy", "ndarray");
    PyErr_Clear();
    return found;
}

void offcy_note_new_buffer(offcy_buffer *owner)
{
    if (owner == NULL || owner->destroy != offcy_release_acquired)
        return; /* None, or the buffer of another module's view */
    offcy_acquired *acquired = (offcy_acquired *)owner;
    PyObject *object = acquired->buffer.obj;
    if (owner->references != 1 || object == NULL || Py_REFCNT(object) != 2)
        return;
    acquired->is_private =
        (PyObject *)Py_TYPE(object) == offcy_numpy_array_type() &&
        owns_memory(object) && !has_weak_references(object);
    PyErr_Clear();
}

bool offcy_held_alone(const offcy_buffer *owner, ptrdiff_t views)
{
    return owner != NULL && owner->destroy == offcy_release_acquired &&
           ((const offcy_acquired *)owner)->is_private &&
           __atomic_load_n(&owner->references, __ATOMIC_ACQUIRE) == views;
}
