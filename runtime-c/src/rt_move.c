/* Copies between host and device, and what happens to the bytes between the elements. */
#include "offcy_elements.h"
#include "offcy_extent.h"
#include "offcy_staging.h"

/* How an extent is moved: `inner` of its axes (the first) within one copy of `span` bytes, the others
 * as separate copies. */
typedef struct plan {
    int inner;
    ptrdiff_t span;
} plan;

static plan plan_copies(const offcy_extent *extent)
{
    plan plan = {.span = extent->run};
    for (; plan.inner < extent->axis_count; plan.inner++) {
        const offcy_axis axis = extent->axes[plan.inner];
        if (axis.stride - plan.span > OFFCY_WORTH_A_COPY)
            break;
        plan.span += (axis.count - 1) * axis.stride;
    }
    return plan;
}

/* Calls `move` for each copy of the plan; returns the bytes moved, or -1. */
typedef int mover(const offcy_extent *extent, plan plan, int device, ptrdiff_t offset, char *address,
                  char *staging);

static ptrdiff_t each_copy(const offcy_extent *extent, plan plan, int axis, int device,
                           ptrdiff_t offset, char *address, char *staging, mover *move)
{
    if (axis < plan.inner)
        return move(extent, plan, device, offset, address, staging) == 0 ? plan.span : -1;
    ptrdiff_t moved = 0;
    for (ptrdiff_t k = 0; k < extent->axes[axis].count; k++) {
        const ptrdiff_t bytes =
            each_copy(extent, plan, axis - 1, device, offset + k * extent->axes[axis].stride, address,
                      staging, move);
        if (bytes < 0)
            return -1;
        moved += bytes;
    }
    return moved;
}

/* The pieces of one copy, between two places that have the same gaps. */
static void copy_pieces(const offcy_extent *extent, plan plan, char *to, const char *from)
{
    ptrdiff_t shape[OFFCY_MAX_DIMENSIONS], strides[OFFCY_MAX_DIMENSIONS];
    for (int k = 0; k < plan.inner; k++) {
        shape[k] = extent->axes[plan.inner - 1 - k].count;
        strides[k] = extent->axes[plan.inner - 1 - k].stride;
    }
    offcy_copy_elements(plan.inner, shape, to, strides, from, strides, extent->run);
}

/* Without `staging` the gaps are copied along. */
static int write_copy(const offcy_extent *extent, plan plan, int device, ptrdiff_t offset,
                      char *address, char *staging)
{
    if (staging == NULL)
        return offcy_send(device, address + offset, extent->low + offset, plan.span);
    if (offcy_fetch(device, staging, address + offset, plan.span) < 0)
        return -1;
    copy_pieces(extent, plan, staging, extent->low + offset);
    return offcy_send(device, address + offset, staging, plan.span);
}

static int read_copy(const offcy_extent *extent, plan plan, int device, ptrdiff_t offset,
                     char *address, char *staging)
{
    if (staging == NULL)
        return offcy_fetch(device, extent->low + offset, address + offset, plan.span);
    if (offcy_fetch(device, staging, address + offset, plan.span) < 0)
        return -1;
    copy_pieces(extent, plan, extent->low + offset, staging);
    return 0;
}

/* Moves only the pieces: together, through host memory, or, without any, one by one. `*staged` says
 * which. */
static ptrdiff_t copy_apart(const offcy_extent *extent, plan plan, int device, char *address, mover *move,
                            bool *staged)
{
    char *staging = plan.inner > 0 ? offcy_staging_borrow(device, plan.span) : NULL;
    if (staging == NULL)
        plan = (struct plan){.span = extent->run};
    const ptrdiff_t moved =
        each_copy(extent, plan, extent->axis_count - 1, device, 0, address, staging, move);
    *staged = staging != NULL;
    offcy_staging_return(staging);
    return moved;
}

static int each_span(const offcy_extent *extent, plan plan, int axis, char *low,
                     offcy_span_visitor *visit, void *closure)
{
    if (axis < plan.inner)
        return visit(closure, low, plan.span);
    int status = 0;
    for (ptrdiff_t k = 0; k < extent->axes[axis].count && status >= 0; k++)
        status = each_span(extent, plan, axis - 1, low + k * extent->axes[axis].stride, visit, closure);
    return status;
}

int offcy_extent_each_span(const offcy_extent *extent, offcy_span_visitor *visit, void *closure)
{
    if (extent->bytes == 0)
        return 0;
    return each_span(extent, plan_copies(extent), extent->axis_count - 1, extent->low, visit, closure);
}

bool offcy_extent_spans_are_full(const offcy_extent *extent)
{
    return plan_copies(extent).inner == 0;
}

ptrdiff_t offcy_extent_to_device(const offcy_extent *extent, int device, char *address)
{
    if (extent->bytes == 0)
        return 0;
    return each_copy(extent, plan_copies(extent), extent->axis_count - 1, device, 0, address, NULL,
                     write_copy);
}

ptrdiff_t offcy_extent_refresh(const offcy_extent *extent, int device, char *address, bool alone,
                               ptrdiff_t *read)
{
    if (extent->bytes == 0)
        return 0;
    const plan plan = alone ? (struct plan){.span = extent->run} : plan_copies(extent);
    bool staged;
    const ptrdiff_t moved = copy_apart(extent, plan, device, address, write_copy, &staged);
    if (staged && moved > 0)
        *read += moved;
    return moved;
}

ptrdiff_t offcy_extent_from_device(const offcy_extent *extent, int device, const char *address)
{
    if (extent->bytes == 0)
        return 0;
    bool staged;
    return copy_apart(extent, plan_copies(extent), device, (char *)(uintptr_t)address, read_copy, &staged);
}
