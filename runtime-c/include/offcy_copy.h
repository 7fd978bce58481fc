/* Copies of views into views: `x[:] = y`. */
#ifndef OFFCY_COPY_H
#define OFFCY_COPY_H

#include "offcy_base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An axis of a copy: elements, and bytes from one to the next. An axis that `from` does not have, or in which it has one
 * element for all of `to`, has the extent 1. */
typedef struct {
    ptrdiff_t extent, stride;
    ptrdiff_t from_extent, from_stride;
} offcy_copied_axis;

/* Whether copying elements of `size` bytes one by one, in the order of their indices, the last axis the fastest, gives what a
 * copy of all of them at once gives: the two share no memory, or an element is read before it is overwritten. May be false
 * where it would be right. */
static inline bool offcy_in_order(const void *to, const void *from, size_t size, int ndim,
                                  const offcy_copied_axis *axes)
{
    uintptr_t low = (uintptr_t)to, high = low, from_low = (uintptr_t)from, from_high = from_low;
    bool is_alike = true, rises = true, falls = true;
    ptrdiff_t inner = (ptrdiff_t)size; /* the bytes over which all later axes reach */
    for (int at = ndim - 1; at >= 0; at--) {
        const offcy_copied_axis axis = axes[at];
        if (axis.extent == 0)
            return true;
        const ptrdiff_t reach = (axis.extent - 1) * axis.stride;
        const ptrdiff_t from_reach = (axis.from_extent - 1) * axis.from_stride;
        *(reach < 0 ? &low : &high) += (uintptr_t)reach;
        *(from_reach < 0 ? &from_low : &from_high) += (uintptr_t)from_reach;
        if (axis.extent == 1 && axis.from_extent == 1)
            continue;
        is_alike &= axis.extent == axis.from_extent && axis.stride == axis.from_stride;
        rises &= axis.stride >= inner;
        falls &= -axis.stride >= inner;
        inner += reach < 0 ? -reach : reach;
    }
    if (high + size <= from_low || from_high + size <= low)
        return true;
    /* The addresses go up, away from what is still read, or down; or each element is assigned to itself. */
    return is_alike && (to == from || (rises && low <= from_low) || (falls && low >= from_low));
}

/* Copies elements of `itemsize` bytes, whatever memory the two share. Per axis follow, as `ptrdiff_t`, the extent and
 * the strides of `to` and of `from` in bytes. -1: there is no memory for what overlaps. Any thread, no GIL. */
OFFCY_HIDDEN int offcy_copy(void *to, const void *from, size_t itemsize, int ndim, ...);

#endif
