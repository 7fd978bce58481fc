/* Copies of views into views: `x[:] = y`. */
#ifndef OFFCY_COPY_H
#define OFFCY_COPY_H

#include "offcy_base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An axis of a copy, or of two views: elements, and bytes from one to the next. An axis that `from` does not have, or in which it has one
 * element for all of `to`, has the extent 1. */
typedef struct {
    ptrdiff_t extent, stride;
    ptrdiff_t from_extent, from_stride;
} offcy_copied_axis;

/* Whether two views share no memory: their first elements and how long one is, and their axes. */
static inline bool offcy_apart(const void *one, size_t size, const void *other, size_t other_size, int ndim,
                               const offcy_copied_axis *axes)
{
    uintptr_t low = (uintptr_t)one, high = low, other_low = (uintptr_t)other, other_high = other_low;
    for (int at = 0; at < ndim; at++) {
        const offcy_copied_axis axis = axes[at];
        if (axis.extent == 0 || axis.from_extent == 0)
            return true;
        const ptrdiff_t reach = (axis.extent - 1) * axis.stride;
        const ptrdiff_t other_reach = (axis.from_extent - 1) * axis.from_stride;
        *(reach < 0 ? &low : &high) += (uintptr_t)reach;
        *(other_reach < 0 ? &other_low : &other_high) += (uintptr_t)other_reach;
    }
    return high + size <= other_low || other_high + other_size <= low;
}

/* Whether copying elements of `size` bytes one by one, in the order of their indices, the last axis the fastest, gives what a
 * copy of all of them at once gives: the two share no memory, or an element is read before it is overwritten. May be false
 * where it would be right. */
static inline bool offcy_in_order(const void *to, const void *from, size_t size, int ndim,
                                  const offcy_copied_axis *axes)
{
    if (offcy_apart(to, size, from, size, ndim, axes))
        return true;
    bool is_alike = true, rises = true, falls = true;
    ptrdiff_t inner = (ptrdiff_t)size; /* the bytes over which all later axes reach */
    for (int at = ndim - 1; at >= 0; at--) {
        const offcy_copied_axis axis = axes[at];
        const ptrdiff_t reach = (axis.extent - 1) * axis.stride;
        if (axis.extent == 1 && axis.from_extent == 1)
            continue;
        is_alike &= axis.extent == axis.from_extent && axis.stride == axis.from_stride;
        rises &= axis.stride >= inner;
        falls &= -axis.stride >= inner;
        inner += reach < 0 ? -reach : reach;
    }
    /* The addresses go up, away from what is still read, or down; or each element is assigned to itself. */
    const uintptr_t first = (uintptr_t)to, from_first = (uintptr_t)from;
    return is_alike && (first == from_first || (rises && first < from_first) || (falls && first > from_first));
}

/* Copies elements of `itemsize` bytes, whatever memory the two share. Per axis follow, as `ptrdiff_t`, the extent and
 * the strides of `to` and of `from` in bytes. -1: there is no memory for what overlaps. Any thread, no GIL. */
OFFCY_HIDDEN int offcy_copy(void *to, const void *from, size_t itemsize, int ndim, ...);

#endif
