/* Moving the elements of strided views about on the host. Internal. */
#ifndef OFFCY_ELEMENTS_H
#define OFFCY_ELEMENTS_H

#include "offcy_rt.h"

#include <stdarg.h>

/* Copies element by element between two views of the same shape that share no memory. Touches no byte
 * between the elements. A stride of 0 repeats an element (of the source: broadcasting). */
OFFCY_HIDDEN void offcy_copy_elements(int ndim, const ptrdiff_t *shape, char *to,
                                      const ptrdiff_t *to_strides, const char *from,
                                      const ptrdiff_t *from_strides, ptrdiff_t itemsize);

/* The strides of a view of that shape without gaps, in C or Fortran order. */
OFFCY_HIDDEN void offcy_contiguous_strides(int ndim, const ptrdiff_t *shape, ptrdiff_t itemsize,
                                           char order, ptrdiff_t *strides);

/* What copies of views receive for each axis, in turn: its extent, and the strides of both
   views. */
static inline void offcy_take_axes(int ndim, va_list axes, ptrdiff_t *shape, ptrdiff_t *to_strides,
                                   ptrdiff_t *from_strides)
{
    for (int axis = 0; axis < ndim; axis++) {
        shape[axis] = va_arg(axes, ptrdiff_t);
        to_strides[axis] = va_arg(axes, ptrdiff_t);
        from_strides[axis] = va_arg(axes, ptrdiff_t);
    }
}

/* The number of elements of that shape. */
static inline ptrdiff_t offcy_element_count(int ndim, const ptrdiff_t *shape)
{
    ptrdiff_t count = 1;
    for (int axis = 0; axis < ndim; axis++)
        count *= shape[axis];
    return count;
}

#endif
