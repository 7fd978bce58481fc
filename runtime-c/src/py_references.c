/* Elements that are objects: copies of views count references. NULL is `None`, as in NumPy. */
#include "offcy_elements.h"
#include "offcy_py_state.h"

#include <stdlib.h>

int offcy_assign_objects(int ndim, const ptrdiff_t *shape, char *to, const ptrdiff_t *to_strides, const char *from,
                         const ptrdiff_t *from_strides)
{
    const ptrdiff_t count = offcy_element_count(ndim, shape), size = (ptrdiff_t)sizeof(PyObject *);
    if (count == 0)
        return 0;
    /* All new references are taken before an old one is released: that may run code which looks at
     * the views. */
    PyObject **block = malloc((size_t)(count * size));
    if (block == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    ptrdiff_t packed[OFFCY_MAX_DIMENSIONS] = {0};
    offcy_contiguous_strides(ndim, shape, size, 'C', packed);
    offcy_copy_elements(ndim, shape, (char *)block, packed, from, from_strides, size);
    for (ptrdiff_t k = 0; k < count; k++)
        Py_XINCREF(block[k]);
    ptrdiff_t place[OFFCY_MAX_DIMENSIONS] = {0};
    for (ptrdiff_t k = 0; k < count; k++) {
        char *at = to;
        for (int axis = 0; axis < ndim; axis++)
            at += place[axis] * to_strides[axis];
        PyObject *old = *(PyObject **)at;
        *(PyObject **)at = block[k];
        block[k] = old;
        for (int axis = ndim - 1; axis >= 0 && ++place[axis] == shape[axis]; axis--)
            place[axis] = 0;
    }
    for (ptrdiff_t k = 0; k < count; k++)
        Py_XDECREF(block[k]);
    free(block);
    return 0;
}

int offcy_copy_objects(void *to, const void *from, size_t itemsize, int ndim, ...)
{
    (void)itemsize;
    ptrdiff_t shape[OFFCY_MAX_DIMENSIONS], to_strides[OFFCY_MAX_DIMENSIONS], from_strides[OFFCY_MAX_DIMENSIONS];
    va_list axes;
    va_start(axes, ndim);
    offcy_take_axes(ndim, axes, shape, to_strides, from_strides);
    va_end(axes);
    return offcy_assign_objects(ndim, shape, to, to_strides, from, from_strides);
}
