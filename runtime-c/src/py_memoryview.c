/* Memoryviews as Python objects: one type for all modules of the process. */
#include "offcy_elements.h"
#include "offcy_arrays.h"

#include <stdlib.h>
#include <string.h>

static PyObject *make(offcy_acquired *owner, char *data, int ndim, const ptrdiff_t *shape,
                      const ptrdiff_t *strides, const offcy_dtype *dtype)
{
    PyTypeObject *type = offcy_memoryview_type();
    return type != NULL ? offcy_make_memoryview(type, owner, data, ndim, shape, strides, dtype) : NULL;
}

/* A module for the host alone never gets such a view. */
static bool is_on_device(const offcy_acquired *owner)
{
#ifdef OFFCY_OFFLOAD
    return owner->on_device;
#else
    (void)owner;
    return false;
#endif
}

PyObject *offcy_view_object(offcy_buffer *owner, char *data, const ptrdiff_t *shape,
                            const ptrdiff_t *strides, int ndim, const offcy_dtype *dtype)
{
    if (owner == NULL)
        return Py_NewRef(Py_None);
    if (is_on_device((offcy_acquired *)owner))
        return offcy_array_of_view((offcy_acquired *)owner, data, ndim, shape, strides);
    return make((offcy_acquired *)owner, data, ndim, shape, strides, dtype);
}

PyObject *offcy_view_lent_object(offcy_buffer *owner, char *data, const ptrdiff_t *shape,
                                 const ptrdiff_t *strides, int ndim, const offcy_dtype *dtype)
{
    if (owner == NULL)
        return Py_NewRef(Py_None);
    offcy_acquired *acquired = (offcy_acquired *)owner;
    if (is_on_device(acquired))
        return offcy_array_of_view(acquired, data, ndim, shape, strides);
    const bool is_private = acquired->is_private;
    PyObject *object = make(acquired, data, ndim, shape, strides, dtype);
    acquired->is_private = is_private;
    return object;
}

static void dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    offcy_buffer_release(&((offcy_memoryview *)self)->owner->head);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static bool contiguous(const offcy_memoryview *view, char order)
{
    return offcy_is_contiguous(view->ndim, view->shape, view->strides, view->dtype->size, order);
}

OFFCY_SELDOM static int get_buffer(PyObject *self, Py_buffer *buffer, int flags)
{
    offcy_memoryview *view = (offcy_memoryview *)self;
    const char *problem = NULL;
    if ((flags & PyBUF_WRITABLE) && view->owner->buffer.readonly)
        problem = "memoryview: underlying buffer is not writable";
    else if ((flags & PyBUF_C_CONTIGUOUS) == PyBUF_C_CONTIGUOUS && !contiguous(view, 'C'))
        problem = "memoryview: underlying buffer is not C-contiguous";
    else if ((flags & PyBUF_F_CONTIGUOUS) == PyBUF_F_CONTIGUOUS && !contiguous(view, 'F'))
        problem = "memoryview: underlying buffer is not Fortran contiguous";
    else if ((flags & PyBUF_ANY_CONTIGUOUS) == PyBUF_ANY_CONTIGUOUS && !contiguous(view, 'C') &&
             !contiguous(view, 'F'))
        problem = "memoryview: underlying buffer is not contiguous";
    else if ((flags & PyBUF_STRIDES) != PyBUF_STRIDES && !contiguous(view, 'C'))
        problem = "memoryview: underlying buffer requires strides";
    if (problem != NULL) {
        buffer->obj = NULL;
        PyErr_SetString(PyExc_BufferError, problem);
        return -1;
    }
    /* The format string of a struct is made for each buffer. */
    const char *format = offcy_exported_format(view->owner, view->dtype);
    char *made = NULL;
    if ((flags & PyBUF_FORMAT) && format == NULL) {
        format = made = offcy_struct_format(view->dtype);
        if (made == NULL) {
            buffer->obj = NULL;
            return -1;
        }
    }
    *buffer = (Py_buffer){
        .buf = view->data,
        .obj = Py_NewRef(self),
        .len = offcy_element_count(view->ndim, view->shape) * view->dtype->size,
        .itemsize = view->dtype->size,
        .readonly = view->owner->buffer.readonly,
        .ndim = view->ndim,
        .format = flags & PyBUF_FORMAT ? (char *)(uintptr_t)format : NULL,
        .shape = flags & PyBUF_ND ? view->shape : NULL,
        .strides = (flags & PyBUF_STRIDES) == PyBUF_STRIDES ? view->strides : NULL,
        .internal = made,
    };
    return 0;
}

static void release_buffer(PyObject *self, Py_buffer *buffer)
{
    (void)self;
    free(buffer->internal);
}

static PyObject *get_shape(PyObject *self, void *unused)
{
    (void)unused;
    const offcy_memoryview *view = (offcy_memoryview *)self;
    return offcy_tuple_of_sizes(view->shape, view->ndim);
}

static PyObject *get_strides(PyObject *self, void *unused)
{
    (void)unused;
    const offcy_memoryview *view = (offcy_memoryview *)self;
    return offcy_tuple_of_sizes(view->strides, view->ndim);
}

static PyObject *get_suboffsets(PyObject *self, void *unused)
{
    (void)unused;
    Py_ssize_t direct[OFFCY_MAX_DIMENSIONS];
    memset(direct, -1, sizeof direct);
    return offcy_tuple_of_sizes(direct, ((offcy_memoryview *)self)->ndim);
}

static PyObject *get_ndim(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromLong(((offcy_memoryview *)self)->ndim);
}

static PyObject *get_itemsize(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromSsize_t(((offcy_memoryview *)self)->dtype->size);
}

static PyObject *get_size(PyObject *self, void *unused)
{
    (void)unused;
    const offcy_memoryview *view = (offcy_memoryview *)self;
    return PyLong_FromSsize_t(offcy_element_count(view->ndim, view->shape));
}

static PyObject *get_nbytes(PyObject *self, void *unused)
{
    (void)unused;
    const offcy_memoryview *view = (offcy_memoryview *)self;
    return PyLong_FromSsize_t(offcy_element_count(view->ndim, view->shape) * view->dtype->size);
}

static PyObject *base_of(const offcy_memoryview *view)
{
    PyObject *base = view->owner->buffer.obj;
    return base != NULL ? base : Py_None;
}

static PyObject *get_base(PyObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef(base_of((offcy_memoryview *)self));
}

OFFCY_SELDOM static PyObject *get_transposed(PyObject *self, void *unused)
{
    (void)unused;
    const offcy_memoryview *view = (offcy_memoryview *)self;
    ptrdiff_t shape[OFFCY_MAX_DIMENSIONS], strides[OFFCY_MAX_DIMENSIONS];
    for (int axis = 0; axis < view->ndim; axis++) {
        shape[axis] = view->shape[view->ndim - 1 - axis];
        strides[axis] = view->strides[view->ndim - 1 - axis];
    }
    return make(view->owner, view->data, view->ndim, shape, strides, view->dtype);
}

OFFCY_SELDOM static PyObject *represent(PyObject *self, const char *format)
{
    PyObject *name = offcy_type_name(Py_TYPE(base_of((offcy_memoryview *)self)));
    if (name == NULL)
        return NULL;
    /* The bare name, as `type(base).__name__`. */
    const Py_ssize_t length = PyUnicode_GetLength(name);
    const Py_ssize_t dot = PyUnicode_FindChar(name, '.', 0, length, -1);
    PyObject *bare = PyUnicode_Substring(name, dot + 1, length);
    Py_DECREF(name);
    PyObject *text = bare != NULL ? PyUnicode_FromFormat(format, bare, self) : NULL;
    Py_XDECREF(bare);
    return text;
}

static PyObject *repr(PyObject *self)
{
    return represent(self, "<MemoryView of '%U' at %p>");
}

static PyObject *str(PyObject *self)
{
    return represent(self, "<MemoryView of '%U' object>");
}

static Py_ssize_t length(PyObject *self)
{
    const offcy_memoryview *view = (offcy_memoryview *)self;
    return view->ndim > 0 ? view->shape[0] : 0;
}

static PyObject *item(PyObject *self, Py_ssize_t place)
{
    PyObject *index = PyLong_FromSsize_t(place);
    PyObject *result = index != NULL ? offcy_memoryview_subscript(self, index) : NULL;
    Py_XDECREF(index);
    return result;
}

/* A copy without gaps, in its own memory. */
OFFCY_SELDOM static PyObject *copy_in_order(PyObject *self, char order)
{
    const offcy_memoryview *view = (offcy_memoryview *)self;
    if (view->dtype->references != NULL)
        return view->dtype->references->copy(view, order);
    const ptrdiff_t bytes = offcy_element_count(view->ndim, view->shape) * view->dtype->size;
    PyObject *memory = PyByteArray_FromStringAndSize(NULL, bytes);
    offcy_acquired *owner = memory != NULL ? offcy_acquire(memory, PyBUF_WRITABLE) : NULL;
    Py_XDECREF(memory);
    if (owner == NULL)
        return NULL;
    const char *format = offcy_exported_format(view->owner, view->dtype);
    if (format != view->dtype->format && (owner->format = strdup(format)) == NULL) {
        offcy_buffer_release(&owner->head);
        return PyErr_NoMemory();
    }
    ptrdiff_t strides[OFFCY_MAX_DIMENSIONS];
    offcy_contiguous_strides(view->ndim, view->shape, view->dtype->size, order, strides);
    if (bytes > 0)
        offcy_copy_elements(view->ndim, view->shape, owner->buffer.buf, strides, view->data,
                            view->strides, view->dtype->size);
    PyObject *copy =
        make(owner, owner->buffer.buf, view->ndim, view->shape, strides, view->dtype);
    offcy_buffer_release(&owner->head);
    return copy;
}

static PyObject *copy(PyObject *self, PyObject *unused)
{
    (void)unused;
    return copy_in_order(self, 'C');
}

static PyObject *copy_fortran(PyObject *self, PyObject *unused)
{
    (void)unused;
    return copy_in_order(self, 'F');
}

static PyObject *is_c_contig(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(contiguous((offcy_memoryview *)self, 'C'));
}

static PyObject *is_f_contig(PyObject *self, PyObject *unused)
{
    (void)unused;
    return PyBool_FromLong(contiguous((offcy_memoryview *)self, 'F'));
}

static PyGetSetDef attributes[] = {
    {"shape", get_shape, NULL, "Elements per axis.", NULL},
    {"strides", get_strides, NULL, "Bytes from one element to the next, per axis.", NULL},
    {"suboffsets", get_suboffsets, NULL, "-1 per axis: no indirection.", NULL},
    {"ndim", get_ndim, NULL, "Number of axes.", NULL},
    {"itemsize", get_itemsize, NULL, "Bytes of an element.", NULL},
    {"size", get_size, NULL, "Number of elements.", NULL},
    {"nbytes", get_nbytes, NULL, "Bytes of all elements.", NULL},
    {"base", get_base, NULL, "The object whose memory this is.", NULL},
    {"T", get_transposed, NULL, "The view with its axes reversed.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"copy", copy, METH_NOARGS, "A C-contiguous copy."},
    {"copy_fortran", copy_fortran, METH_NOARGS, "A Fortran-contiguous copy."},
    {"is_c_contig", is_c_contig, METH_NOARGS, "Whether the elements lie without gaps in C order."},
    {"is_f_contig", is_f_contig, METH_NOARGS,
     "Whether the elements lie without gaps in Fortran order."},
    {NULL, NULL, 0, NULL},
};

#ifdef Py_GIL_DISABLED
PyObject *offcy_section_object(void)
{
    return offcy_shared()->memoryview_type;
}
#endif

OFFCY_SELDOM PyTypeObject *offcy_memoryview_type(void)
{
    offcy_state *state = offcy_shared();
    PyTypeObject **kept = (PyTypeObject **)&state->memoryview_type;
    if (offcy_kept_type(kept) != NULL)
        return *kept;
    PyType_Slot slots[] = {
        SLOT(Py_tp_dealloc, dealloc),
        SLOT(Py_tp_repr, repr),
        SLOT(Py_tp_str, str),
        SLOT(Py_tp_getset, attributes),
        SLOT(Py_tp_methods, methods),
        SLOT(Py_bf_getbuffer, get_buffer),
        SLOT(Py_bf_releasebuffer, release_buffer),
        SLOT(Py_sq_length, length),
        SLOT(Py_sq_item, item),
        SLOT(Py_mp_length, length),
        SLOT(Py_mp_subscript, offcy_memoryview_subscript),
        SLOT(Py_mp_ass_subscript, offcy_memoryview_assign),
        {Py_tp_doc, (void *)(uintptr_t) "A typed memoryview of an offcy module."},
        {0, NULL},
    };
    PyType_Spec spec = {
        .name = "offcy.memoryview",
        .basicsize = sizeof(offcy_memoryview),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
        .slots = slots,
    };
    return offcy_keep_sequence_type(kept, &spec);
}
