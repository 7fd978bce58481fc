/* Views of PEP 3118 buffers. Checks, their order and their messages are Cython's. */
#include "offcy_elements.h"
#include "offcy_arrays.h"

#include <stdlib.h>

/* Others do not take arrays that live on devices: every module has this code. */
#ifdef OFFCY_OFFLOAD
static const bool is_for_devices = true;
#else
static const bool is_for_devices = false;
#endif

OFFCY_SELDOM PyObject *offcy_host_array(PyObject *object)
{
    PyObject *before = offcy_fetch_exception(), *array = NULL;
    /* An array of the host that has refused to show its memory does so: no package is imported to ask it again. */
    const bool is_host = before != NULL && offcy_type_has(object, "__array_interface__");
    if (!is_host &&
        (offcy_type_has(object, "__dlpack__") || offcy_type_has(object, "__cuda_array_interface__"))) {
        PyObject *package = PyImport_ImportModule("offcy._exchange");
        array = package != NULL ? PyObject_CallMethod(package, "on_host", "O", object) : NULL;
        if (package == NULL)
            PyErr_Clear();
        Py_XDECREF(package);
    }
    if (array == Py_None)
        Py_CLEAR(array);
    if (array == NULL && before != NULL && !PyErr_Occurred())
        offcy_restore_exception(before);
    else
        Py_XDECREF(before);
    return array;
}

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

/* A view cannot reach elements by pointers to them: no flag asks for such, but exporters may give them all the same. */
static int check_direct(const Py_buffer *buffer)
{
    for (int axis = 0; buffer->suboffsets != NULL && axis < buffer->ndim; axis++)
        if (OFFCY_UNLIKELY(buffer->suboffsets[axis] >= 0)) {
            PyErr_Format(PyExc_ValueError, "Buffer not compatible with direct access in dimension %d.", axis);
            return -1;
        }
    return 0;
}

static __attribute__((noinline)) int fail_layout(const ptrdiff_t *shape, const ptrdiff_t *strides, int first,
                                                 ptrdiff_t itemsize, bool is_c)
{
    if (shape[first] > 1 && strides[first] != itemsize)
        PyErr_SetString(PyExc_ValueError,
                        "Buffer and memoryview are not contiguous in the same dimension.");
    else
        PyErr_SetString(PyExc_ValueError, is_c ? "Buffer not C contiguous." : "Buffer not fortran contiguous.");
    return -1;
}

static int check_layout(int ndim, const ptrdiff_t *shape, const ptrdiff_t *strides,
                        ptrdiff_t itemsize, offcy_layout layout)
{
    if (layout == OFFCY_STRIDED)
        return 0;
    const bool is_c = layout == OFFCY_C_CONTIGUOUS;
    if (OFFCY_LIKELY(offcy_is_contiguous(ndim, shape, strides, itemsize, is_c ? 'C' : 'F')))
        return 0;
    return fail_layout(shape, strides, is_c ? ndim - 1 : 0, itemsize, is_c);
}

/* Whether memoryviews of one type are taken for some of another, whatever exports their memory. */
static bool are_alike(const offcy_dtype *from, const offcy_dtype *to)
{
    if (from == to)
        return true;
    if (from->size != to->size || from->fields != NULL || to->fields != NULL)
        return false;
    return from->kind == to->kind || from->kind == OFFCY_CHARACTER || to->kind == OFFCY_CHARACTER;
}

static int check_elements(const offcy_memoryview *object, const offcy_dtype *dtype)
{
    if (are_alike(object->dtype, dtype))
        return 0;
    const char *format = offcy_exported_format(object->owner, object->dtype);
    return format != NULL ? offcy_check_format(format, dtype) : offcy_check_elements(object->dtype, dtype);
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
    if (check_axes(object->ndim, ndim) < 0 || check_elements(object, dtype) < 0 ||
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

static __attribute__((noinline)) int view_of_none(offcy_buffer **owner, char **data, ptrdiff_t *shape,
                                                  ptrdiff_t *strides, int ndim)
{
    *owner = NULL;
    *data = NULL;
    for (int axis = 0; axis < ndim; axis++)
        shape[axis] = strides[axis] = 0;
    return 0;
}

/* False if it is something else, or does not fit. */
static bool view_of_ndarray(offcy_buffer **owner, char **data, ptrdiff_t *shape, ptrdiff_t *strides, int ndim,
                            PyObject *object, const offcy_dtype *dtype, offcy_layout layout, bool writable)
{
    offcy_acquired *acquired = offcy_acquire_ndarray(object, ndim, dtype, layout, writable, shape, strides);
    if (acquired == NULL)
        return false;
    *data = acquired->buffer.buf;
    *owner = &acquired->head;
    return true;
}

/* Others than arrays of NumPy take their time anyway. */
OFFCY_SMALL int offcy_view_acquire(offcy_buffer **owner, char **data, ptrdiff_t *shape, ptrdiff_t *strides, int ndim,
                                   PyObject *object, const offcy_dtype *dtype, offcy_layout layout, bool writable)
{
    if (view_of_ndarray(owner, data, shape, strides, ndim, object, dtype, layout, writable))
        return 0;
    view_of_none(owner, data, shape, strides, ndim);
    if (object == Py_None)
        return 0;
    const offcy_memoryview *own = offcy_as_memoryview(object);
    if (own != NULL)
        return view_of_memoryview(owner, data, shape, strides, ndim, own, dtype, layout, writable);

    offcy_acquired *acquired = offcy_acquire(object, flags_of(layout, writable));
    if (OFFCY_UNLIKELY(acquired == NULL)) {
        PyObject *host = offcy_host_array(object);
        if (host == NULL)
            return -1;
        acquired = offcy_acquire(host, flags_of(layout, writable));
        Py_DECREF(host);
        if (acquired == NULL)
            return -1;
    }
    const Py_buffer *buffer = &acquired->buffer;
    if (check_axes(buffer->ndim, ndim) < 0 || offcy_check_format(buffer->format, dtype) < 0 ||
        check_itemsize(buffer->itemsize, dtype) < 0 || check_direct(buffer) < 0)
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

static int view_of_array(offcy_buffer **owner, char **data, ptrdiff_t *shape, ptrdiff_t *strides, int ndim,
                         PyObject *array, const offcy_dtype *dtype, offcy_layout layout, bool writable)
{
    offcy_array_parts parts;
    if (offcy_array_parts_of(array, &parts) < 0)
        return -1;
    int status = -1;
    const Py_ssize_t axes = PyTuple_Size(parts.shape);
    if (check_axes((int)axes, ndim) < 0 || offcy_check_format(parts.format, dtype) < 0 ||
        check_itemsize(parts.itemsize, dtype) < 0 || offcy_array_sizes(&parts, shape, strides) < 0 ||
        check_layout(ndim, shape, strides, dtype->size, layout) < 0)
        goto done;
    if (writable && parts.readonly) {
        PyErr_SetString(PyExc_ValueError, "buffer source array is read-only");
        goto done;
    }
    offcy_acquired *acquired = offcy_new_acquired();
    if (acquired == NULL)
        goto done;
    acquired->on_device = true;
    acquired->buffer.obj = Py_NewRef(array);
    acquired->buffer.buf = parts.data;
    acquired->buffer.readonly = parts.readonly;
    *data = parts.data;
    *owner = &acquired->head;
    status = 0;
done:
    Py_DECREF(parts.kept);
    if (status < 0)
        view_of_none(owner, data, shape, strides, ndim);
    return status;
}

int offcy_view_acquire_any(offcy_buffer **owner, char **data, ptrdiff_t *shape, ptrdiff_t *strides, int ndim,
                           PyObject *object, const offcy_dtype *dtype, offcy_layout layout, bool writable)
{
    if (is_for_devices && view_of_ndarray(owner, data, shape, strides, ndim, object, dtype, layout, writable))
        return 0;
    if (is_for_devices && object != Py_None && offcy_as_memoryview(object) == NULL) {
        PyObject *array = offcy_device_array(object);
        if (array != NULL) {
            view_of_none(owner, data, shape, strides, ndim);
            const int status =
                view_of_array(owner, data, shape, strides, ndim, array, dtype, layout, writable);
            Py_DECREF(array);
            return status;
        }
        if (PyErr_Occurred()) {
            view_of_none(owner, data, shape, strides, ndim);
            return -1;
        }
    }
    return offcy_view_acquire(owner, data, shape, strides, ndim, object, dtype, layout, writable);
}

ptrdiff_t offcy_elements_from(PyObject *array, const void *pointer, size_t size)
{
    Py_buffer buffer;
    ptrdiff_t count = OFFCY_UNKNOWN_COUNT;
    if (array == NULL || PyObject_GetBuffer(array, &buffer, PyBUF_STRIDED_RO) < 0) {
        PyErr_Clear();
        return OFFCY_UNKNOWN_COUNT;
    }
    if (buffer.len == 0)
        count = 0;
    else if (buffer.buf == pointer)
        count = PyBuffer_IsContiguous(&buffer, 'A') ? buffer.len / (ptrdiff_t)size : OFFCY_COUNT_WITH_GAPS;
    PyBuffer_Release(&buffer);
    return count;
}
