/* Views of PEP 3118 buffers. Checks, their order and their messages are Cython's. */
#include "offcy_elements.h"
#include "offcy_py_state.h"

#include <stdlib.h>

static int flags_of(offcy_layout layout, bool writable)
{
    const int contiguity = layout == OFFCY_C_CONTIGUOUS   ? PyBUF_C_CONTIGUOUS
                           : layout == OFFCY_F_CONTIGUOUS ? PyBUF_F_CONTIGUOUS
                                                          : PyBUF_STRIDES;
    return contiguity | PyBUF_FORMAT | (writable ? PyBUF_WRITABLE : 0);
}

static int check_axes(int got, int expected)
{
    if (OFFCY_LIKELY(got == expected))
        return 0;
    PyErr_Format(PyExc_ValueError, "Buffer has wrong number of dimensions (expected %d, got %d)",
                 expected, got);
    return -1;
}

static int check_itemsize(Py_ssize_t itemsize, const offcy_dtype *dtype)
{
    if (OFFCY_LIKELY(itemsize == dtype->size))
        return 0;
    PyErr_Format(PyExc_ValueError,
                 "Item size of buffer (%zd byte%s) does not match size of '%s' (%zd byte%s)", itemsize,
                 itemsize > 1 ? "s" : "", dtype->name, (Py_ssize_t)dtype->size,
                 dtype->size > 1 ? "s" : "");
    return -1;
}

static int check_layout(int ndim, const ptrdiff_t *shape, const ptrdiff_t *strides,
                        ptrdiff_t itemsize, offcy_layout layout)
{
    if (layout == OFFCY_STRIDED)
        return 0;
    const char order = layout == OFFCY_C_CONTIGUOUS ? 'C' : 'F';
    if (OFFCY_LIKELY(offcy_is_contiguous(ndim, shape, strides, itemsize, order)))
        return 0;
    const int first = order == 'C' ? ndim - 1 : 0;
    if (shape[first] > 1 && strides[first] != itemsize)
        PyErr_SetString(PyExc_ValueError,
                        "Buffer and memoryview are not contiguous in the same dimension.");
    else
        PyErr_SetString(PyExc_ValueError, order == 'C' ? "Buffer not C contiguous."
                                                       : "Buffer not fortran contiguous.");
    return -1;
}

/* One of offcy's own memoryviews: shares its buffer without asking the exporter again. */
static int view_of_memoryview(offcy_buffer **owner, char **data, ptrdiff_t *shape,
                              ptrdiff_t *strides, int ndim, const offcy_memoryview *object,
                              const offcy_dtype *dtype, offcy_layout layout, bool writable)
{
    if (writable && object->owner->buffer.readonly) {
        PyErr_SetString(PyExc_BufferError, "memoryview: underlying buffer is not writable");
        return -1;
    }
    if (check_axes(object->ndim, ndim) < 0 ||
        offcy_check_elements(object->dtype, dtype) < 0 ||
        check_itemsize(object->dtype->size, dtype) < 0 ||
        check_layout(ndim, object->shape, object->strides, dtype->size, layout) < 0)
        return -1;
    for (int axis = 0; axis < ndim; axis++) {
        shape[axis] = object->shape[axis];
        strides[axis] = object->strides[axis];
    }
    *data = object->data;
    *owner = &object->owner->head;
    offcy_buffer_retain(*owner);
    return 0;
}

static int view_of_none(offcy_buffer **owner, char **data, ptrdiff_t *shape, ptrdiff_t *strides,
                        int ndim)
{
    *owner = NULL;
    *data = NULL;
    for (int axis = 0; axis < ndim; axis++)
        shape[axis] = strides[axis] = 0;
    return 0;
}

int offcy_view_acquire(offcy_buffer **owner, char **data, ptrdiff_t *shape, ptrdiff_t *strides,
                       int ndim, PyObject *object, const offcy_dtype *dtype, offcy_layout layout,
                       bool writable)
{
    view_of_none(owner, data, shape, strides, ndim);
    if (object == Py_None)
        return 0;
    const offcy_memoryview *own = offcy_as_memoryview(object);
    if (own != NULL)
        return view_of_memoryview(owner, data, shape, strides, ndim, own, dtype, layout, writable);

    offcy_acquired *acquired = offcy_acquire(object, flags_of(layout, writable));
    if (OFFCY_UNLIKELY(acquired == NULL))
        return -1;
    const Py_buffer *buffer = &acquired->buffer;
    if (check_axes(buffer->ndim, ndim) < 0 || offcy_check_format(buffer->format, dtype) < 0 ||
        check_itemsize(buffer->itemsize, dtype) < 0)
        goto failed;
    for (int axis = 0; axis < ndim; axis++)
        shape[axis] = buffer->shape[axis];
    /* ctypes gives no strides, whether requested or not. */
    if (OFFCY_LIKELY(buffer->strides != NULL))
        for (int axis = 0; axis < ndim; axis++)
            strides[axis] = buffer->strides[axis];
    else
        offcy_contiguous_strides(ndim, shape, dtype->size, 'C', strides);
    if (check_layout(ndim, shape, strides, dtype->size, layout) < 0)
        goto failed;
    *data = buffer->buf;
    *owner = &acquired->head;
    return 0;

failed:
    view_of_none(owner, data, shape, strides, ndim);
    offcy_buffer_release(&acquired->head);
    return -1;
}
