/* `cython.view.array`, and elements that are objects: arrays show them as memoryviews, whose copies are arrays. */
#include "offcy_elements.h"
#include "offcy_py_state.h"

#include <stdlib.h>
#include <string.h>

static int fail(PyObject *exception, const char *message)
{
    PyErr_SetString(exception, message);
    return -1;
}

/* The shape and the strides of a contiguous array. */
static int lay_out(offcy_view_array *array, PyObject *shape)
{
    const Py_ssize_t count = PyTuple_Size(shape);
    if (count == 0)
        return fail(PyExc_ValueError, "Empty shape tuple for cython.array");
    if (array->itemsize <= 0)
        return fail(PyExc_ValueError, "itemsize <= 0 for cython.array");
    if (count > OFFCY_MAX_DIMENSIONS)
        return fail(PyExc_ValueError, "too many axes for cython.array");
    array->ndim = (int)count;
    array->len = array->itemsize;
    for (int axis = 0; axis < array->ndim; axis++) {
        const Py_ssize_t extent = PyLong_AsSsize_t(PyTuple_GetItem(shape, axis));
        if (extent == -1 && PyErr_Occurred())
            return -1;
        if (extent <= 0) {
            PyErr_Format(PyExc_ValueError, "Invalid shape in axis %d: %zd.", axis, extent);
            return -1;
        }
        array->shape[axis] = extent;
        if (__builtin_mul_overflow(array->len, extent, &array->len))
            return fail(PyExc_MemoryError, "unable to allocate array data.");
    }
    const bool is_c = PyUnicode_CompareWithASCIIString(array->mode, "c") == 0;
    if (!is_c && PyUnicode_CompareWithASCIIString(array->mode, "fortran") != 0) {
        PyErr_Format(PyExc_ValueError, "Invalid mode, expected 'c' or 'fortran', got %U", array->mode);
        return -1;
    }
    offcy_contiguous_strides(array->ndim, array->shape, array->itemsize, is_c ? 'C' : 'F', array->strides);
    return 0;
}

static PyObject *new_array(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"shape", "itemsize", "format", "mode", "allocate_buffer", NULL};
    PyObject *shape, *format, *mode = NULL;
    Py_ssize_t itemsize;
    int allocates = 1;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O!nO|Up:array", names, &PyTuple_Type, &shape,
                                     &itemsize, &format, &mode, &allocates))
        return NULL;
    if (format == Py_None) {
        PyErr_SetString(PyExc_TypeError, "Argument 'format' must not be None");
        return NULL;
    }
    allocfunc allocate = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    offcy_view_array *array = (offcy_view_array *)allocate(type, 0);
    if (array == NULL)
        return NULL;
    array->itemsize = itemsize;
    array->mode = mode != NULL ? Py_NewRef(mode) : PyUnicode_FromString("c");
    array->format = PyBytes_Check(format)     ? Py_NewRef(format)
                    : PyUnicode_Check(format) ? PyUnicode_AsASCIIString(format)
                                              : NULL;
    if (array->format == NULL && !PyErr_Occurred())
        PyErr_Format(PyExc_TypeError, "Expected bytes or str, got %R", (PyObject *)Py_TYPE(format));
    if (array->mode == NULL || array->format == NULL || lay_out(array, shape) < 0)
        goto failed;
    if (allocates) {
        array->data = malloc((size_t)array->len);
        array->frees_data = true;
        if (array->data == NULL) {
            PyErr_SetString(PyExc_MemoryError, "unable to allocate array data.");
            goto failed;
        }
        array->holds_objects = array->itemsize == (Py_ssize_t)sizeof(PyObject *) &&
                               strcmp(PyBytes_AsString(array->format), "O") == 0;
        for (Py_ssize_t k = 0; array->holds_objects && k < array->len / array->itemsize; k++)
            ((PyObject **)(void *)array->data)[k] = Py_NewRef(Py_None);
    }
    return (PyObject *)array;
failed:
    Py_DECREF(array);
    return NULL;
}

PyObject *offcy_array_over(const void *data, const offcy_dtype *dtype, char order, int ndim,
                           const Py_ssize_t *extents)
{
    if (data == NULL) {
        PyErr_SetString(PyExc_ValueError, "Cannot create cython.array from NULL pointer");
        return NULL;
    }
    PyTypeObject *type = offcy_view_array_type();
    if (type == NULL)
        return NULL;
    char *made = dtype->format == NULL ? offcy_struct_format(dtype) : NULL;
    PyObject *shape = NULL, *array = NULL;
    if (dtype->format == NULL && made == NULL)
        return NULL;
    if ((shape = PyTuple_New(ndim)) == NULL)
        goto done;
    for (int axis = 0; axis < ndim; axis++) {
        PyObject *extent = PyLong_FromSsize_t(extents[axis]);
        if (extent == NULL || PyTuple_SetItem(shape, axis, extent) < 0)
            goto done;
    }
    array = PyObject_CallFunction((PyObject *)type, "Onssi", shape, (Py_ssize_t)dtype->size,
                                  made != NULL ? made : dtype->format, order == 'F' ? "fortran" : "c", 0);
    if (array != NULL)
        ((offcy_view_array *)array)->data = (char *)(uintptr_t)data;
done:
    Py_XDECREF(shape);
    free(made);
    return array;
}

static void dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    offcy_view_array *array = (offcy_view_array *)self;
    for (Py_ssize_t k = 0; array->holds_objects && k < array->len / array->itemsize; k++)
        Py_XDECREF(((PyObject **)(void *)array->data)[k]);
    if (array->callback_free_data != NULL)
        array->callback_free_data(array->data);
    else if (array->frees_data)
        free(array->data);
    Py_XDECREF(array->format);
    Py_XDECREF(array->mode);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static bool is_in_order(const offcy_view_array *array, char order)
{
    return offcy_is_contiguous(array->ndim, array->shape, array->strides, array->itemsize, order);
}

static int get_buffer(PyObject *self, Py_buffer *buffer, int flags)
{
    offcy_view_array *array = (offcy_view_array *)self;
    const int orders = PyBUF_C_CONTIGUOUS | PyBUF_F_CONTIGUOUS | PyBUF_ANY_CONTIGUOUS;
    const bool wants_c = (flags & PyBUF_C_CONTIGUOUS) == PyBUF_C_CONTIGUOUS;
    const bool wants_f = (flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS;
    const bool has_strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES;
    if ((flags & orders) && ((wants_c && !is_in_order(array, 'C')) || (wants_f && !is_in_order(array, 'F')))) {
        buffer->obj = NULL;
        return fail(PyExc_ValueError, "Can only create a buffer that is contiguous in memory.");
    }
    *buffer = (Py_buffer){
        .buf = array->data,
        .obj = Py_NewRef(self),
        .len = array->len,
        .itemsize = array->itemsize,
        .ndim = has_strides ? array->ndim : 1,
        .format = flags & PyBUF_FORMAT ? PyBytes_AsString(array->format) : NULL,
        .shape = has_strides ? array->shape : flags & PyBUF_ND ? &array->len : NULL,
        .strides = has_strides ? array->strides : NULL,
    };
    return 0;
}

/* The element types that offcy's memoryviews have; others are Python's. */
static const offcy_dtype *dtype_of(const char *format)
{
    static const struct {
        char letter;
        const offcy_dtype *dtype;
    } known[] = {
        {'c', &offcy_dtype_char},          {'b', &offcy_dtype_signed_char},
        {'B', &offcy_dtype_unsigned_char}, {'h', &offcy_dtype_short},
        {'H', &offcy_dtype_unsigned_short}, {'i', &offcy_dtype_int},
        {'I', &offcy_dtype_unsigned_int},  {'l', &offcy_dtype_long},
        {'L', &offcy_dtype_unsigned_long}, {'q', &offcy_dtype_long_long},
        {'Q', &offcy_dtype_unsigned_long_long}, {'f', &offcy_dtype_float},
        {'d', &offcy_dtype_double},        {'g', &offcy_dtype_long_double},
        {'O', &offcy_dtype_object},
    };
    for (size_t k = 0; format[0] != 0 && format[1] == 0 && k < sizeof known / sizeof *known; k++)
        if (known[k].letter == format[0])
            return known[k].dtype;
    return NULL;
}

static PyObject *get_memview(PyObject *self, void *unused)
{
    (void)unused;
    offcy_view_array *array = (offcy_view_array *)self;
    const offcy_dtype *dtype = dtype_of(PyBytes_AsString(array->format));
    if (dtype == NULL || dtype->size != array->itemsize)
        return PyMemoryView_FromObject(self);
    offcy_acquired *owner = offcy_acquire(self, PyBUF_STRIDES | PyBUF_FORMAT | PyBUF_WRITABLE);
    if (owner == NULL)
        return NULL;
    PyObject *view =
        offcy_view_object(&owner->head, array->data, array->shape, array->strides, array->ndim, dtype);
    offcy_buffer_release(&owner->head);
    return view;
}

static PyObject *get_attribute(PyObject *self, PyObject *name)
{
    PyObject *value = PyObject_GenericGetAttr(self, name);
    if (value != NULL || !PyErr_ExceptionMatches(PyExc_AttributeError))
        return value;
    PyErr_Clear();
    PyObject *view = get_memview(self, NULL);
    if (view != NULL)
        value = PyObject_GetAttr(view, name);
    Py_XDECREF(view);
    return value;
}

static Py_ssize_t length(PyObject *self)
{
    return ((offcy_view_array *)self)->shape[0];
}

/* A letter is text of length one: takes a number's reference. */
static PyObject *as_element(PyObject *self, PyObject *value)
{
    if (value == NULL || !PyLong_Check(value) || strcmp(PyBytes_AsString(((offcy_view_array *)self)->format), "c") != 0)
        return value;
    const char letter = (char)PyLong_AsLong(value);
    Py_DECREF(value);
    return PyBytes_FromStringAndSize(&letter, 1);
}

static PyObject *subscript(PyObject *self, PyObject *key)
{
    PyObject *view = get_memview(self, NULL);
    PyObject *value = view != NULL ? PyObject_GetItem(view, key) : NULL;
    Py_XDECREF(view);
    return as_element(self, value);
}

static int assign(PyObject *self, PyObject *key, PyObject *value)
{
    PyObject *view = get_memview(self, NULL);
    PyObject *number = NULL;
    int status = -1;
    if (value != NULL && PyBytes_Check(value) && PyBytes_Size(value) == 1)
        value = number = PyLong_FromLong(*PyBytes_AsString(value));
    if (view != NULL && !PyErr_Occurred())
        status = value != NULL ? PyObject_SetItem(view, key, value) : PyObject_DelItem(view, key);
    Py_XDECREF(number);
    Py_XDECREF(view);
    return status;
}

static PyObject *item(PyObject *self, Py_ssize_t index)
{
    PyObject *view = get_memview(self, NULL);
    PyObject *value = view != NULL ? PySequence_GetItem(view, index) : NULL;
    Py_XDECREF(view);
    return as_element(self, value);
}

static PyGetSetDef attributes[] = {
    {"memview", get_memview, NULL, "A memoryview of all elements.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

PyTypeObject *offcy_view_array_type(void)
{
    static PyTypeObject *type;
    if (offcy_kept_type(&type) != NULL)
        return type;
    PyType_Slot slots[] = {
        SLOT(Py_tp_new, new_array),
        SLOT(Py_tp_dealloc, dealloc),
        SLOT(Py_tp_getset, attributes),
        SLOT(Py_tp_getattro, get_attribute),
        SLOT(Py_bf_getbuffer, get_buffer),
        SLOT(Py_sq_length, length),
        SLOT(Py_sq_item, item),
        SLOT(Py_mp_length, length),
        SLOT(Py_mp_subscript, subscript),
        SLOT(Py_mp_ass_subscript, assign),
        {Py_tp_doc, (void *)(uintptr_t) "Memory with a shape, for memoryviews."},
        {0, NULL},
    };
    PyType_Spec spec = {
        .name = "offcy.array",
        .basicsize = sizeof(offcy_view_array),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
        .slots = slots,
    };
    return offcy_keep_sequence_type(&type, &spec);
}

/* A copy of a view of objects without gaps: an array holds the references. */
static PyObject *copy_of_objects(const offcy_memoryview *view, char order)
{
    PyTypeObject *type = offcy_view_array_type();
    PyObject *shape = type != NULL ? offcy_tuple_of_sizes(view->shape, view->ndim) : NULL;
    PyObject *memory = shape != NULL ? PyObject_CallFunction((PyObject *)type, "Onss", shape,
                                                             (Py_ssize_t)view->dtype->size, "O",
                                                             order == 'F' ? "fortran" : "c")
                                     : NULL;
    Py_XDECREF(shape);
    offcy_acquired *owner =
        memory != NULL ? offcy_acquire(memory, PyBUF_STRIDES | PyBUF_FORMAT | PyBUF_WRITABLE) : NULL;
    Py_XDECREF(memory);
    if (owner == NULL)
        return NULL;
    const Py_buffer *buffer = &owner->buffer;
    PyObject *copy = NULL;
    if (offcy_assign_objects(view->ndim, view->shape, buffer->buf, buffer->strides, view->data, view->strides) == 0)
        copy = offcy_make_memoryview(Py_TYPE((PyObject *)view), owner, buffer->buf, view->ndim, view->shape,
                                     buffer->strides, view->dtype);
    offcy_buffer_release(&owner->head);
    return copy;
}

const offcy_references offcy_object_references = {.assign = offcy_assign_objects, .copy = copy_of_objects};
const offcy_dtype offcy_dtype_object = OFFCY_OBJECT_DTYPE("Python object");
