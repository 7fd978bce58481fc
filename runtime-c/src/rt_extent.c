/* Where a variable's elements are in host memory. */
#include "offcy_extent.h"

#include <string.h>

static ptrdiff_t magnitude(ptrdiff_t stride)
{
    return stride < 0 ? -stride : stride;
}

/* The axes that matter, by ascending stride. -1 if a size overflows. */
static int collect_axes(const offcy_map *map, offcy_extent *extent)
{
    ptrdiff_t contiguous = map->itemsize;
    for (int axis = map->ndim - 1; axis >= 0; axis--) {
        const ptrdiff_t count = map->shape[axis];
        const ptrdiff_t stride = map->strides != NULL ? map->strides[axis] : contiguous;
        ptrdiff_t reach;
        if (__builtin_mul_overflow(contiguous, count, &contiguous) ||
            stride < -PTRDIFF_MAX || __builtin_mul_overflow(count - 1, stride, &reach))
            return -1;
        if (reach < 0)
            extent->low += reach;
        if (reach == 0)
            continue; /* one element, or one that is repeated */
        int place = extent->axis_count++;
        for (; place > 0 && extent->axes[place - 1].stride > magnitude(stride); place--)
            extent->axes[place] = extent->axes[place - 1];
        extent->axes[place] = (offcy_axis){count, magnitude(stride)};
    }
    return 0;
}

/* Joins axes whose pieces touch or overlap into longer pieces, and sums up the range. -1 if its size
 * overflows. */
static int join_axes(offcy_extent *extent)
{
    int kept = 0;
    extent->bytes = extent->run;
    for (int k = 0; k < extent->axis_count; k++) {
        const offcy_axis axis = extent->axes[k];
        ptrdiff_t reach;
        if (__builtin_mul_overflow(axis.count - 1, axis.stride, &reach) ||
            __builtin_add_overflow(extent->bytes, reach, &extent->bytes))
            return -1;
        if (kept == 0 && axis.stride <= extent->run)
            extent->run = extent->bytes;
        else
            extent->axes[kept++] = axis;
    }
    extent->axis_count = kept;
    return 0;
}

/* The map of only the part; `shape` holds its extents. */
static offcy_map narrowed(const offcy_map *whole, ptrdiff_t shape[])
{
    offcy_map map = *whole;
    char *host = map.host;
    ptrdiff_t contiguous = map.itemsize;
    for (int axis = map.ndim - 1; axis >= 0; axis--) {
        const ptrdiff_t extent = whole->shape[axis];
        const ptrdiff_t stride = whole->strides != NULL ? whole->strides[axis] : contiguous;
        ptrdiff_t start = whole->part[axis][0], stop = whole->part[axis][1];
        start = start < 0 ? 0 : start > extent ? extent : start;
        stop = stop < start ? start : stop > extent ? extent : stop;
        if (start < stop)
            host += start * stride;
        shape[axis] = stop - start;
        if (whole->strides == NULL)
            contiguous *= extent;
    }
    map.host = host;
    map.shape = shape;
    map.part = NULL;
    return map;
}

const char *offcy_extent_of(const offcy_map *map, offcy_extent *extent)
{
    ptrdiff_t shape[OFFCY_MAX_DIMENSIONS];
    offcy_map part;
    if (map->part != NULL && map->ndim >= 0 && map->ndim <= OFFCY_MAX_DIMENSIONS && map->host != NULL) {
        part = narrowed(map, shape);
        map = &part;
    }
    *extent = (offcy_extent){.low = map->host, .run = map->itemsize};
    if (map->ndim < 0 || map->ndim > OFFCY_MAX_DIMENSIONS || map->itemsize < 0)
        return "its description is damaged";
    bool empty = map->itemsize == 0;
    for (int axis = 0; axis < map->ndim; axis++) {
        if (map->shape[axis] == OFFCY_UNKNOWN_COUNT)
            return "how many elements it points to is not known for these values: say it in the map, ('tofrom', n)";
        if (map->shape[axis] == OFFCY_COUNT_WITH_GAPS)
            return "it points into an array with gaps: copy that, or say in the map how many elements there are, ('tofrom', n)";
        if (map->shape[axis] < 0)
            return "its number of elements is negative";
        empty = empty || map->shape[axis] == 0;
    }
    if (empty) {
        extent->run = 0;
        return NULL;
    }
    if (map->host == NULL)
        return "it is a null pointer";
    if (collect_axes(map, extent) < 0 || join_axes(extent) < 0 ||
        (uintptr_t)extent->low + (uintptr_t)extent->bytes < (uintptr_t)extent->low)
        return "its size in bytes is too large for this machine";
    return NULL;
}

ptrdiff_t offcy_map_first(int device, const offcy_map *map)
{
    offcy_extent extent;
    if (device == OFFCY_HOST || offcy_extent_of(map, &extent) != NULL || extent.run == 0)
        return 0;
    return (extent.low - (char *)map->host) / map->itemsize;
}

ptrdiff_t offcy_map_count(int device, const offcy_map *map)
{
    offcy_extent extent;
    if (device == OFFCY_HOST || offcy_extent_of(map, &extent) != NULL || extent.run == 0)
        return 0;
    return extent.bytes / map->itemsize;
}

bool offcy_extent_equal(const offcy_extent *a, const offcy_extent *b)
{
    if (a->low != b->low || a->bytes != b->bytes || a->run != b->run ||
        a->axis_count != b->axis_count)
        return false;
    for (int k = 0; k < a->axis_count; k++)
        if (a->axes[k].count != b->axes[k].count || a->axes[k].stride != b->axes[k].stride)
            return false;
    return true;
}

bool offcy_extent_ranges_meet(const offcy_extent *a, const offcy_extent *b)
{
    return a->low < b->low + b->bytes && b->low < a->low + a->bytes;
}

bool offcy_extent_range_within(const offcy_extent *inner, const offcy_extent *outer)
{
    return outer->low <= inner->low && inner->low + inner->bytes <= outer->low + outer->bytes;
}

static ptrdiff_t common_divisor(ptrdiff_t a, ptrdiff_t b)
{
    while (b != 0) {
        const ptrdiff_t rest = a % b;
        a = b, b = rest;
    }
    return a;
}

bool offcy_extent_disjoint(const offcy_extent *a, const offcy_extent *b)
{
    if (!offcy_extent_ranges_meet(a, b))
        return true;
    /* Every piece begins at `low` plus a multiple of the strides' common divisor. So modulo that each
     * variable covers one interval; if the two don't meet, no pieces do. */
    ptrdiff_t period = 0;
    for (int k = 0; k < a->axis_count; k++)
        period = common_divisor(a->axes[k].stride, period);
    for (int k = 0; k < b->axis_count; k++)
        period = common_divisor(b->axes[k].stride, period);
    if (period == 0 || a->run > period || b->run > period)
        return false;
    const ptrdiff_t distance = (b->low - a->low) % period;
    const ptrdiff_t ahead = distance < 0 ? distance + period : distance; /* of b's piece after a's */
    return ahead >= a->run && ahead + b->run <= period;
}

/* Removes the axis with the largest stride: what remains is the first piece along it. */
static offcy_axis take_axis(offcy_extent *extent)
{
    const offcy_axis axis = extent->axes[--extent->axis_count];
    extent->bytes -= (axis.count - 1) * axis.stride;
    return axis;
}

bool offcy_extent_within(const offcy_extent *inner, const offcy_extent *outer)
{
    offcy_extent in = *inner, out = *outer;
    ptrdiff_t offset = in.low - out.low;
    if (offset < 0 || offset + in.bytes > out.bytes)
        return false;
    while (out.axis_count > 0) {
        const offcy_axis axis = take_axis(&out);
        ptrdiff_t last = offset / axis.stride; /* of the outer pieces that the inner ones lie in */
        offset %= axis.stride;
        if (in.axis_count > 0 && in.axes[in.axis_count - 1].stride % axis.stride == 0) {
            const offcy_axis same = take_axis(&in);
            last += (same.count - 1) * (same.stride / axis.stride);
        }
        if (last >= axis.count || offset + in.bytes > out.bytes)
            return false;
    }
    return true;
}

/* The pieces from `first` to before `after` along the last axis. */
static offcy_extent slice(const offcy_extent *extent, ptrdiff_t first, ptrdiff_t after)
{
    offcy_extent part = *extent;
    offcy_axis *axis = &part.axes[part.axis_count - 1];
    if (first >= after)
        return (offcy_extent){.low = part.low};
    part.low += first * axis->stride;
    part.bytes -= (axis->count - (after - first)) * axis->stride;
    axis->count = after - first;
    if (axis->count == 1)
        part.axis_count--;
    return part;
}

offcy_extent_parts offcy_extent_divide(const offcy_extent *extent, const char *low, const char *end)
{
    if (extent->axis_count == 0 || extent->bytes <= OFFCY_WORTH_A_COPY)
        return (offcy_extent_parts){.inside = *extent};
    const offcy_axis axis = extent->axes[extent->axis_count - 1];
    const ptrdiff_t span = extent->bytes - (axis.count - 1) * axis.stride;
    /* Piece k meets the range if it ends after `low` and begins before `end`. */
    const ptrdiff_t ahead = low - extent->low - span, reach = end - extent->low - 1;
    ptrdiff_t first = ahead < 0 ? 0 : ahead / axis.stride + 1;
    ptrdiff_t after = reach < 0 ? 0 : reach / axis.stride + 1;
    first = first < axis.count ? first : axis.count;
    after = after < axis.count ? after : axis.count;
    return (offcy_extent_parts){.before = slice(extent, 0, first),
                                .inside = slice(extent, first, after),
                                .after = slice(extent, after > first ? after : first, axis.count)};
}

int offcy_maps_apart(const offcy_map *maps, int count)
{
    for (int one = 0; one < count; one++) {
        for (int other = one + 1; other < count; other++) {
            offcy_extent a, b;
            if (offcy_extent_of(&maps[one], &a) != NULL || offcy_extent_of(&maps[other], &b) != NULL)
                return 0;
            const bool meet = a.bytes > 0 && b.bytes > 0 && offcy_extent_ranges_meet(&a, &b);
            if (meet && !offcy_extent_equal(&a, &b) && !offcy_extent_disjoint(&a, &b))
                return 0;
        }
    }
    return count;
}
