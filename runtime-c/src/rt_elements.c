/* Moving the elements of strided views about on the host. */
#include "offcy_elements.h"

#include <string.h>

static void copy_row(ptrdiff_t count, char *to, ptrdiff_t to_stride, const char *from,
                     ptrdiff_t from_stride, ptrdiff_t itemsize)
{
    if (to_stride == itemsize && from_stride == itemsize) {
        memcpy(to, from, (size_t)(count * itemsize));
        return;
    }
    for (ptrdiff_t k = 0; k < count; k++, to += to_stride, from += from_stride)
        memcpy(to, from, (size_t)itemsize);
}

void offcy_copy_elements(int ndim, const ptrdiff_t *shape, char *to, const ptrdiff_t *to_strides,
                         const char *from, const ptrdiff_t *from_strides, ptrdiff_t itemsize)
{
    if (ndim == 0) {
        memcpy(to, from, (size_t)itemsize);
        return;
    }
    if (ndim == 1) {
        copy_row(shape[0], to, to_strides[0], from, from_strides[0], itemsize);
        return;
    }
    for (ptrdiff_t k = 0; k < shape[0]; k++)
        offcy_copy_elements(ndim - 1, shape + 1, to + k * to_strides[0], to_strides + 1,
                            from + k * from_strides[0], from_strides + 1, itemsize);
}

void offcy_contiguous_strides(int ndim, const ptrdiff_t *shape, ptrdiff_t itemsize, char order,
                              ptrdiff_t *strides)
{
    ptrdiff_t stride = itemsize;
    for (int k = 0; k < ndim; k++) {
        const int axis = order == 'F' ? k : ndim - 1 - k;
        strides[axis] = stride;
        stride *= shape[axis];
    }
}
