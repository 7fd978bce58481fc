/* Copies of views into views. */
#include "offcy_copy.h"
#include "offcy_elements.h"
#include "offcy_view.h"

#include <stdlib.h>

/* The address of the first byte. */
static uintptr_t low(int ndim, const ptrdiff_t *shape, const ptrdiff_t *strides, const void *data)
{
    return (uintptr_t)data + (uintptr_t)offcy_extent_low(ndim, shape, strides);
}

int offcy_copy(void *to, const void *from, size_t itemsize, int ndim, ...)
{
    ptrdiff_t shape[OFFCY_MAX_DIMENSIONS], to_strides[OFFCY_MAX_DIMENSIONS], from_strides[OFFCY_MAX_DIMENSIONS];
    const ptrdiff_t size = (ptrdiff_t)itemsize;
    va_list axes;
    va_start(axes, ndim);
    offcy_take_axes(ndim, axes, shape, to_strides, from_strides);
    va_end(axes);
    const ptrdiff_t count = offcy_element_count(ndim, shape);
    if (count == 0)
        return 0;
    const uintptr_t first = low(ndim, shape, to_strides, to), from_first = low(ndim, shape, from_strides, from);
    const uintptr_t end = first + (uintptr_t)offcy_extent_bytes(ndim, shape, to_strides, size);
    const uintptr_t from_end = from_first + (uintptr_t)offcy_extent_bytes(ndim, shape, from_strides, size);
    if (end <= from_first || from_end <= first) {
        offcy_copy_elements(ndim, shape, to, to_strides, from, from_strides, size);
        return 0;
    }
    char *block = malloc((size_t)(count * size));
    if (block == NULL)
        return -1;
    ptrdiff_t aside[OFFCY_MAX_DIMENSIONS];
    offcy_contiguous_strides(ndim, shape, size, 'C', aside);
    offcy_copy_elements(ndim, shape, block, aside, from, from_strides, size);
    offcy_copy_elements(ndim, shape, to, to_strides, block, aside, size);
    free(block);
    return 0;
}
