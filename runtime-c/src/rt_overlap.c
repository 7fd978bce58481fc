/* Variables of one region or context that share elements. If they overlap in part while one of them is written, which
 * value such an element then has depends on the order of the iterations: that is rejected wherever the region runs,
 * judging only by its map list: neither a device nor what is resident there changes the answer. If threads use one in a
 * way that allows no other, the region has the result that one thread has, in the order of the source. */
#include "offcy_enter.h"

#include <stdlib.h>

/* Whether one of two rows shows a range inside the other's, if they were mapped whole: then their parts may overlap
 * in any way. */
static bool is_nested(const offcy_map *a, const offcy_map *b)
{
    offcy_map whole[] = {*a, *b};
    offcy_extent extents[2];
    for (int k = 0; k < 2; k++) {
        whole[k].part = NULL;
        if (offcy_extent_of(&whole[k], &extents[k]) != NULL)
            return false;
    }
    return offcy_extent_range_within(&extents[0], &extents[1]) ||
           offcy_extent_range_within(&extents[1], &extents[0]);
}

/* The first byte of what a row maps and the one after its last; the same twice if nothing is mapped, or if it cannot
 * be mapped: that is reported elsewhere. Cheaper than an extent. */
typedef struct bounds {
    uintptr_t low, high;
} bounds;

static bounds bounds_of(const offcy_map *map)
{
    const bounds none = {0, 0};
    if (map->ndim < 0 || map->ndim > OFFCY_MAX_DIMENSIONS || map->itemsize <= 0 || map->host == NULL)
        return none;
    bounds found = {(uintptr_t)map->host, (uintptr_t)map->host + (uintptr_t)map->itemsize};
    ptrdiff_t contiguous = map->itemsize;
    for (int axis = map->ndim - 1; axis >= 0; axis--) {
        const ptrdiff_t extent = map->shape[axis];
        const ptrdiff_t stride = map->strides != NULL ? map->strides[axis] : contiguous;
        ptrdiff_t start = 0, stop = extent;
        if (map->part != NULL) {
            start = map->part[axis][0] > 0 ? map->part[axis][0] : 0;
            stop = map->part[axis][1] < extent ? map->part[axis][1] : extent;
        }
        if (stop <= start)
            return none;
        const uintptr_t first = (uintptr_t)start * (uintptr_t)stride, last = (uintptr_t)(stop - 1) * (uintptr_t)stride;
        found.low += stride < 0 ? last : first;
        found.high += stride < 0 ? first : last;
        contiguous = (ptrdiff_t)((uintptr_t)contiguous * (uintptr_t)extent);
    }
    return found;
}

static bool within(bounds inner, bounds outer)
{
    return outer.low <= inner.low && inner.high <= outer.high;
}

/* Whether two rows share elements, as far as that can be determined, and neither's range contains the other's. */
static bool overlap_in_part(const offcy_map *a, const offcy_map *b)
{
    offcy_extent extents[2];
    if (offcy_extent_of(a, &extents[0]) != NULL || offcy_extent_of(b, &extents[1]) != NULL)
        return false;
    return !offcy_extent_disjoint(&extents[0], &extents[1]) && !is_nested(a, b);
}

/* Whether two rows share elements, one of which threads use while others use the same by the name of the other. */
static bool share_too_much(const offcy_map *a, const offcy_map *b)
{
    offcy_extent extents[2];
    const bool is_steady = ((a->map & OFFCY_STEADY) && offcy_map_writes(b->map)) ||
                           ((b->map & OFFCY_STEADY) && offcy_map_writes(a->map));
    if (((a->map ^ b->map) & OFFCY_ALONE) == 0 && !is_steady)
        return false;
    if (offcy_extent_of(a, &extents[0]) != NULL || offcy_extent_of(b, &extents[1]) != NULL)
        return false;
    return !offcy_extent_disjoint(&extents[0], &extents[1]);
}

/* What a context keeps coherent never gets in the way. */
static bool counts(const offcy_map *map)
{
    return !(map->map & OFFCY_COHERENT);
}

/* The first such pair is noted in `shared`. */
static int check_pairs(const offcy_map *maps, int count, bounds *of, const char *shared[2], offcy_error *error)
{
    for (int k = 0; k < count; k++) {
        of[k] = counts(&maps[k]) ? bounds_of(&maps[k]) : (bounds){0, 0};
        for (int other = 0; other < k; other++) {
            if (of[other].high <= of[k].low || of[k].high <= of[other].low)
                continue;
            if (share_too_much(&maps[other], &maps[k])) {
                if (shared[0] == NULL)
                    shared[0] = maps[other].name, shared[1] = maps[k].name;
                continue;
            }
            if (within(of[k], of[other]) || within(of[other], of[k]))
                continue;
            if ((offcy_map_writes(maps[k].map) || offcy_map_writes(maps[other].map)) &&
                overlap_in_part(&maps[other], &maps[k]))
                return offcy_fail_data(error, OFFCY_OVERLAP, OFFCY_HOST, maps[other].name, maps[k].name, 0);
        }
    }
    return 0;
}

int offcy_check_overlaps(const offcy_map *maps, int count, const char *shared[2], offcy_error *error)
{
    shared[0] = shared[1] = NULL;
    bounds few[16], *of = few;
    if (count < 2)
        return 0;
    if (count > 16 && (of = malloc((size_t)count * sizeof *of)) == NULL)
        return offcy_fail_data(error, OFFCY_OUT_OF_HOST_MEMORY, OFFCY_HOST, "map list", NULL, 0);
    const int status = check_pairs(maps, count, of, shared, error);
    if (of != few)
        free(of);
    return status;
}

/* Whether a context that the user wrote keeps the block: what is current is not known for it. */
static bool is_explicit(const offcy_block *block)
{
    bool found = false;
    for (const struct offcy_entered *holder = block->holders; holder != NULL; holder = holder->next)
        found = found || !offcy_is_region(holder);
    return found && !block->coherent;
}

bool offcy_in_explicit_context(int device, const offcy_map *maps, int count)
{
    offcy_state *state = offcy_shared();
    bool found = false;
    pthread_mutex_lock(&state->lock);
    const offcy_device *present = device < state->device_count ? state->devices[device] : NULL;
    for (int k = 0; present != NULL && k < count; k++) {
        const bounds of = bounds_of(&maps[k]);
        ptrdiff_t at = of.high > of.low ? offcy_first_present(present, (const char *)of.low) : present->present_count;
        for (; at < present->present_count && (uintptr_t)present->present[at]->low < of.high; at++)
            found = found || is_explicit(present->present[at]);
    }
    pthread_mutex_unlock(&state->lock);
    return found;
}
