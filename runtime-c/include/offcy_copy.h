/* Copies of views into views: `x[:] = y`. */
#ifndef OFFCY_COPY_H
#define OFFCY_COPY_H

#include "offcy_base.h"

#include <stddef.h>

/* Copies elements of `itemsize` bytes, whatever memory the two share. Per axis follow, as `ptrdiff_t`, the extent and
 * the strides of `to` and of `from` in bytes. -1: there is no memory for what overlaps. Any thread, no GIL. */
OFFCY_HIDDEN int offcy_copy(void *to, const void *from, size_t itemsize, int ndim, ...);

#endif
