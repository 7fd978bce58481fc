/* Copies of views into views. */
#include "offcy_copy.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8 };

typedef struct copy {
    int ndim;
    size_t itemsize;
    ptrdiff_t shape[MOST], to[MOST], from[MOST];
} copy;

static void copy_axis(const copy *all, int axis, char *to, const char *from)
{
    ptrdiff_t extent = all->shape[axis], step = all->to[axis], from_step = all->from[axis];
    ptrdiff_t size = (ptrdiff_t)all->itemsize;
    bool is_last = axis + 1 == all->ndim;
    if (is_last && step == size && from_step == size) {
        memcpy(to, from, (size_t)extent * all->itemsize);
        return;
    }
    for (ptrdiff_t i = 0; i < extent; i++) {
        if (is_last)
            memcpy(to, from, all->itemsize);
        else
            copy_axis(all, axis + 1, to, from);
        to += step;
        from += from_step;
    }
}

/* The addresses from the first byte to behind the last one. */
static void reach(const copy *all, const ptrdiff_t *strides, const void *data, uintptr_t *first, uintptr_t *end)
{
    ptrdiff_t low = 0, high = (ptrdiff_t)all->itemsize;
    for (int axis = 0; axis < all->ndim; axis++) {
        ptrdiff_t distance = (all->shape[axis] - 1) * strides[axis];
        *(distance < 0 ? &low : &high) += distance;
    }
    *first = (uintptr_t)data + (uintptr_t)low;
    *end = (uintptr_t)data + (uintptr_t)high;
}

int offcy_copy(void *to, const void *from, size_t itemsize, int ndim, ...)
{
    copy all = {.ndim = ndim, .itemsize = itemsize};
    size_t count = 1;
    va_list axes;
    va_start(axes, ndim);
    for (int axis = 0; axis < ndim; axis++) {
        all.shape[axis] = va_arg(axes, ptrdiff_t);
        all.to[axis] = va_arg(axes, ptrdiff_t);
        all.from[axis] = va_arg(axes, ptrdiff_t);
        count *= (size_t)all.shape[axis];
    }
    va_end(axes);
    if (count == 0)
        return 0;
    uintptr_t first, end, from_first, from_end;
    reach(&all, all.to, to, &first, &end);
    reach(&all, all.from, from, &from_first, &from_end);
    if (end <= from_first || from_end <= first) {
        copy_axis(&all, 0, to, from);
        return 0;
    }
    char *block = malloc(count * itemsize);
    if (block == NULL)
        return -1;
    copy aside = all;
    ptrdiff_t step = (ptrdiff_t)itemsize;
    for (int axis = ndim - 1; axis >= 0; axis--) {
        aside.to[axis] = step;
        step *= all.shape[axis];
    }
    copy_axis(&aside, 0, block, from);
    memcpy(all.from, aside.to, sizeof(all.from));
    copy_axis(&all, 0, to, block);
    free(block);
    return 0;
}
