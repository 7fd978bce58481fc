/* Indexing and assigning memoryview objects from Python. */
#include "offcy_elements.h"
#include "offcy_py_state.h"

#include <stdlib.h>
#include <string.h>

/* A part of a memoryview: `ndim == 0` is one element. Borrows its buffer. */
typedef struct part {
    char *data;
    int ndim;
    ptrdiff_t shape[OFFCY_MAX_DIMENSIONS];
    ptrdiff_t strides[OFFCY_MAX_DIMENSIONS];
} part;

static int fail_index(const offcy_memoryview *view, int axis, bool whole)
{
    (void)view;
    if (whole)
        PyErr_Format(PyExc_IndexError, "Out of bounds on buffer access (axis %d)", axis);
    else
        PyErr_Format(PyExc_IndexError, "Index out of bounds (axis %d)", axis);
    return -1;
}

/* One of `start`, `stop`, `step` of a slice object: sets `*given`'s bit unless it is None. */
static int slice_bound(PyObject *slice, const char *name, unsigned bit, ptrdiff_t *value,
                       unsigned *given)
{
    PyObject *bound = PyObject_GetAttrString(slice, name);
    if (bound == NULL)
        return -1;
    int result = 0;
    if (bound != Py_None) {
        *given |= bit;
        *value = PyNumber_AsSsize_t(bound, NULL); /* clips */
        result = *value == -1 && PyErr_Occurred() ? -1 : 0;
    }
    Py_DECREF(bound);
    return result;
}

static int keep_axis(const offcy_memoryview *view, int axis, part *result)
{
    result->shape[result->ndim] = view->shape[axis];
    result->strides[result->ndim++] = view->strides[axis];
    return 0;
}

static int take_slice(const offcy_memoryview *view, int axis, PyObject *slice, part *result)
{
    ptrdiff_t start = 0, stop = 0, step = 1;
    unsigned given = 0;
    if (slice_bound(slice, "start", OFFCY_START, &start, &given) < 0 ||
        slice_bound(slice, "stop", OFFCY_STOP, &stop, &given) < 0 ||
        slice_bound(slice, "step", OFFCY_STEP, &step, &given) < 0)
        return -1;
    if (offcy_slice_range(&result->data, &result->shape[result->ndim],
                          &result->strides[result->ndim], view->shape[axis], view->strides[axis],
                          start, stop, step, given) < 0) {
        PyErr_Format(PyExc_ValueError, "Step may not be zero (axis %d)", axis);
        return -1;
    }
    result->ndim++;
    return 0;
}

/* Applies one index to `axis`. `whole`: every axis has an integer. */
static int take(const offcy_memoryview *view, int axis, PyObject *index, bool whole, part *result)
{
    if (PySlice_Check(index))
        return take_slice(view, axis, index, result);
    Py_ssize_t place;
    if (offcy_index_from_object(&place, index) < 0)
        return -1;
    if (offcy_slice_index(&result->data, view->shape[axis], view->strides[axis], place) < 0)
        return fail_index(view, axis, whole);
    return 0;
}

static int check_indices(const offcy_memoryview *view, PyObject *indices, bool *whole)
{
    const Py_ssize_t count = PyTuple_Size(indices);
    Py_ssize_t taken = 0, ellipses = 0;
    *whole = true;
    for (Py_ssize_t k = 0; k < count; k++) {
        PyObject *index = PyTuple_GetItem(indices, k);
        if (index == Py_Ellipsis) {
            ellipses++;
        } else if (PySlice_Check(index) || PyIndex_Check(index)) {
            taken++;
            *whole = *whole && !PySlice_Check(index);
        } else {
            PyErr_Format(PyExc_TypeError, "Cannot index with type '%S'", (PyObject *)Py_TYPE(index));
            return -1;
        }
    }
    if (taken > view->ndim || ellipses > 1) {
        PyErr_Format(PyExc_IndexError, "too many indices for a memoryview of %d dimension%s",
                     view->ndim, view->ndim == 1 ? "" : "s");
        return -1;
    }
    *whole = *whole && taken == view->ndim;
    return 0;
}

OFFCY_SELDOM OFFCY_SMALL static int take_all(const offcy_memoryview *view, PyObject *indices, part *result)
{
    bool whole;
    if (check_indices(view, indices, &whole) < 0)
        return -1;
    const int count = (int)PyTuple_Size(indices);
    int axis = 0;
    *result = (part){.data = view->data};
    for (int k = 0; k < count; k++) {
        PyObject *index = PyTuple_GetItem(indices, k);
        if (index == Py_Ellipsis) {
            for (int more = view->ndim - (count - 1); more > 0; more--)
                keep_axis(view, axis++, result);
        } else if (take(view, axis++, index, whole, result) < 0) {
            return -1;
        }
    }
    while (axis < view->ndim)
        keep_axis(view, axis++, result);
    return 0;
}

static int part_at(const offcy_memoryview *view, PyObject *index, part *result)
{
    if (PyTuple_Check(index))
        return take_all(view, index, result);
    PyObject *indices = PyTuple_Pack(1, index);
    if (indices == NULL)
        return -1;
    const int status = take_all(view, indices, result);
    Py_DECREF(indices);
    return status;
}

PyObject *offcy_memoryview_subscript(PyObject *self, PyObject *index)
{
    const offcy_memoryview *view = (offcy_memoryview *)self;
    part found;
    if (part_at(view, index, &found) < 0)
        return NULL;
    if (found.ndim == 0)
        return offcy_load_element(found.data, view->dtype);
    return offcy_make_memoryview(Py_TYPE(self), view->owner, found.data, found.ndim, found.shape, found.strides,
                                 view->dtype);
}

static int fill(const part *target, const offcy_dtype *dtype, PyObject *value)
{
    const ptrdiff_t still[OFFCY_MAX_DIMENSIONS] = {0};
    if (dtype->references != NULL)
        return dtype->references->assign(target->ndim, target->shape, target->data, target->strides,
                                         (const char *)&value, still);
    char *element = calloc(1, (size_t)dtype->size);
    if (element == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    const int status = offcy_store_element(element, dtype, value);
    if (status == 0 && offcy_element_count(target->ndim, target->shape) > 0)
        offcy_copy_elements(target->ndim, target->shape, target->data, target->strides, element,
                            still, dtype->size);
    free(element);
    return status;
}

/* The strides that repeat `source` over the target's shape. */
static int broadcast(const part *target, const Py_buffer *source, ptrdiff_t *strides)
{
    const int missing = target->ndim - source->ndim;
    if (missing < 0) {
        PyErr_Format(PyExc_ValueError, "cannot assign %d dimensions to %d", source->ndim,
                     target->ndim);
        return -1;
    }
    for (int axis = 0; axis < target->ndim; axis++) {
        const ptrdiff_t extent = axis < missing ? 1 : source->shape[axis - missing];
        strides[axis] = extent == 1 ? 0 : source->strides[axis - missing];
        if (extent != 1 && extent != target->shape[axis]) {
            PyErr_Format(PyExc_ValueError, "got differing extents in dimension %d (got %zd and %zd)",
                         axis, (Py_ssize_t)target->shape[axis], (Py_ssize_t)extent);
            return -1;
        }
    }
    return 0;
}

/* Copies through separate memory, so that source and target may share theirs. */
static int copy_part(const part *target, const offcy_dtype *dtype, const Py_buffer *source)
{
    ptrdiff_t strides[OFFCY_MAX_DIMENSIONS], packed[OFFCY_MAX_DIMENSIONS];
    if (offcy_check_format(source->format, dtype) < 0 || broadcast(target, source, strides) < 0)
        return -1;
    if (dtype->references != NULL)
        return dtype->references->assign(target->ndim, target->shape, target->data, target->strides, source->buf,
                                         strides);
    const ptrdiff_t count = offcy_element_count(target->ndim, target->shape);
    if (count == 0)
        return 0;
    char *between = malloc((size_t)(count * dtype->size));
    if (between == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    offcy_contiguous_strides(target->ndim, target->shape, dtype->size, 'C', packed);
    offcy_copy_elements(target->ndim, target->shape, between, packed, source->buf, strides,
                        dtype->size);
    offcy_copy_elements(target->ndim, target->shape, target->data, target->strides, between, packed,
                        dtype->size);
    free(between);
    return 0;
}

OFFCY_SELDOM OFFCY_SMALL int offcy_memoryview_assign(PyObject *self, PyObject *index, PyObject *value)
{
    const offcy_memoryview *view = (offcy_memoryview *)self;
    if (value == NULL) {
        PyErr_SetString(PyExc_NotImplementedError,
                        "Subscript deletion not supported by offcy.memoryview");
        return -1;
    }
    if (view->owner->buffer.readonly) {
        PyErr_SetString(PyExc_TypeError, "Cannot assign to read-only memoryview");
        return -1;
    }
    part target;
    if (part_at(view, index, &target) < 0)
        return -1;
    if (target.ndim == 0 || !PyObject_CheckBuffer(value))
        return fill(&target, view->dtype, value);
    Py_buffer source;
    if (PyObject_GetBuffer(value, &source, PyBUF_RECORDS_RO) < 0)
        return -1;
    const int status = copy_part(&target, view->dtype, &source);
    PyBuffer_Release(&source);
    return status;
}
