/* Entering and leaving regions and data contexts. */
#include "offcy_device.h"
#include "offcy_enter.h"

#include <stdlib.h>

/* Whether what `entered[k]` needs moved goes with `entered[other]`: the same elements, or all of that
 * range. */
static bool moves_with(const struct offcy_entered *entered, int k, int other)
{
    const offcy_extent *mine = &entered[k].extent, *theirs = &entered[other].extent;
    if (mine->bytes == 0 || theirs->bytes == 0 || k == other)
        return false;
    if (offcy_extent_equal(mine, theirs))
        return other < k;
    return theirs->axis_count == 0 && offcy_extent_range_within(mine, theirs);
}

/* Shares the moves out, so that no element is moved twice. */
static void plan_moves(struct offcy_entered *entered, int count)
{
    for (int k = 0; k < count; k++) {
        entered[k].moves = entered[k].map & OFFCY_TOFROM;
        for (int other = 0; other < count; other++)
            if (moves_with(entered, k, other))
                entered[k].moves &= ~entered[other].map;
    }
}

static bool writes(unsigned map)
{
    return (map & (OFFCY_FROM | OFFCY_WRITTEN)) ||
           (map & (OFFCY_TO | OFFCY_READ)) == 0; /* `alloc`: what else would it be for */
}

/* Whether two rows show the very same range: then their parts may overlap as they like. */
static bool same_view(const offcy_map *a, const offcy_map *b)
{
    if (a == NULL || b == NULL || a->host != b->host || a->itemsize != b->itemsize || a->ndim != b->ndim)
        return false;
    for (int axis = 0; axis < a->ndim; axis++)
        if (a->shape[axis] != b->shape[axis])
            return false;
    if (a->strides == NULL || b->strides == NULL)
        return a->strides == b->strides;
    for (int axis = 0; axis < a->ndim; axis++)
        if (a->strides[axis] != b->strides[axis])
            return false;
    return true;
}

/* Two variables of one call that are new to the device and whose ranges meet will share a block. That
 * is right unless they overlap in part and one is written: then the user is told. */
static int check_pair(const struct offcy_entered *a, const struct offcy_entered *b, int device,
                      offcy_error *error)
{
    if (a->extent.bytes == 0 || b->extent.bytes == 0 ||
        !offcy_extent_ranges_meet(&a->extent, &b->extent))
        return 0;
    if (offcy_extent_range_within(&a->extent, &b->extent) ||
        offcy_extent_range_within(&b->extent, &a->extent))
        return 0;
    if ((!writes(a->map) && !writes(b->map)) || offcy_extent_disjoint(&a->extent, &b->extent) ||
        same_view(a->asked, b->asked))
        return 0;
    return offcy_fail_data(error, OFFCY_OVERLAP, device, a->name, b->name, 0);
}

/* Finds for each variable whether it is present, and refuses overlaps. Changes nothing. */
static int look_up(offcy_scope *scope, offcy_error *error)
{
    const offcy_device *device = offcy_device_at(scope->device);
    if (device == NULL)
        return offcy_fail_data(error, OFFCY_OUT_OF_HOST_MEMORY, scope->device, "map list", NULL, 0);
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        offcy_block *found;
        if (variable->extent.bytes == 0)
            continue;
        switch (offcy_find_present(device, variable->extent.low, variable->extent.bytes, &found)) {
        case OFFCY_WITHIN: variable->block = found; break;
        case OFFCY_PARTLY:
            return offcy_fail_data(error, OFFCY_OVERLAP, scope->device, variable->name, found->name, 0);
        case OFFCY_ABSENT: break;
        }
        for (int earlier = 0; earlier < k; earlier++)
            if (variable->block == NULL && scope->entered[earlier].block == NULL &&
                check_pair(&scope->entered[earlier], variable, scope->device, error) < 0)
                return -1;
    }
    return 0;
}

/* The range of all absent variables that are connected with `entered[k]` by meeting ranges. Nothing that
 * is present reaches into it: it would partly overlap one of them. */
static offcy_extent connected_range(const struct offcy_entered *entered, int count, int k)
{
    offcy_extent range = {.low = entered[k].extent.low, .bytes = entered[k].extent.bytes};
    for (bool grown = true; grown;) {
        grown = false;
        for (int other = 0; other < count; other++) {
            const offcy_extent *extent = &entered[other].extent;
            if (entered[other].block != NULL || extent->bytes == 0 ||
                !offcy_extent_ranges_meet(extent, &range) || offcy_extent_range_within(extent, &range))
                continue;
            char *low = extent->low < range.low ? extent->low : range.low;
            char *end = range.low + range.bytes, *other_end = extent->low + extent->bytes;
            range = (offcy_extent){.low = low, .bytes = (end > other_end ? end : other_end) - low};
            grown = true;
        }
    }
    return range;
}

/* The one that the range is mostly for, to be named when there is no room. */
static const struct offcy_entered *largest_within(const offcy_scope *scope, const offcy_extent *range)
{
    const struct offcy_entered *largest = NULL;
    for (int k = 0; k < scope->count; k++) {
        const struct offcy_entered *variable = &scope->entered[k];
        if (variable->extent.bytes > 0 && offcy_extent_range_within(&variable->extent, range) &&
            (largest == NULL || variable->extent.bytes > largest->extent.bytes))
            largest = variable;
    }
    return largest;
}

/* Gives `entered[k]` and all that share its range a new block. */
static int make_block(offcy_scope *scope, int k, offcy_error *error)
{
    const offcy_extent range = connected_range(scope->entered, scope->count, k);
    const char *name = largest_within(scope, &range)->name;
    offcy_block *block = offcy_make_present(scope->device, range.low, range.bytes, name, error);
    if (block == NULL)
        return -1;
    block->context = scope->region->kind == OFFCY_CONTEXT;
    for (int other = k; other < scope->count; other++) {
        struct offcy_entered *variable = &scope->entered[other];
        if (variable->block == NULL && variable->extent.bytes > 0 &&
            offcy_extent_range_within(&variable->extent, &range)) {
            variable->block = block;
            variable->created = true;
        }
    }
    return 0;
}

/* Takes the first `referenced` variables' references back and frees the blocks that nobody holds. */
static void release_blocks(offcy_scope *scope, int referenced)
{
    for (int k = 0; k < referenced; k++)
        if (scope->entered[k].block != NULL)
            scope->entered[k].block->references--;
    for (int k = 0; k < scope->count; k++) {
        offcy_block *block = scope->entered[k].block;
        if (block == NULL || block->references > 0)
            continue;
        for (int other = k; other < scope->count; other++)
            if (scope->entered[other].block == block)
                scope->entered[other].block = NULL;
        offcy_make_absent(scope->device, block);
    }
}

static char *device_address(const struct offcy_entered *variable)
{
    return variable->block->address + (variable->extent.low - variable->block->low);
}

static int move_in(offcy_scope *scope, offcy_error *error)
{
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        if (!variable->created || !(variable->moves & OFFCY_TO))
            continue;
        variable->to =
            offcy_extent_to_device(&variable->extent, scope->device, device_address(variable));
        if (variable->to < 0)
            return offcy_fail_data(error, OFFCY_TRANSFER_FAILED, scope->device, variable->name,
                                   "receive", variable->extent.bytes);
    }
    return 0;
}

/* Everything of entering that needs the lock. */
static int enter_locked(offcy_scope *scope, offcy_error *error)
{
    if (look_up(scope, error) < 0)
        return -1;
    /* References first: a block that is shared must not go away. */
    int k = 0;
    for (; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        if (variable->extent.bytes == 0)
            continue;
        if (variable->block == NULL && make_block(scope, k, error) < 0)
            break;
        variable->block->references++;
    }
    if (k < scope->count || move_in(scope, error) < 0) {
        release_blocks(scope, k);
        return -1;
    }
    return 0;
}

static int describe(offcy_scope *scope, const offcy_map *maps, int count, offcy_error *error)
{
    for (int k = 0; k < count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        const char *problem = offcy_extent_of(&maps[k], &variable->extent);
        if (problem != NULL)
            return offcy_fail_data(error, OFFCY_BAD_MAP, scope->device, maps[k].name, problem, 0);
        variable->name = maps[k].name;
        variable->map = maps[k].map;
        variable->asked = &maps[k];
    }
    if (scope->region->can_fail) {
        const offcy_map map = OFFCY_MAP_VARIABLE("error", *error, OFFCY_TO);
        struct offcy_entered *record = &scope->entered[count];
        offcy_extent_of(&map, &record->extent);
        record->name = map.name;
        record->map = map.map;
        record->is_record = true;
    }
    plan_moves(scope->entered, scope->count);
    return 0;
}

static int enter_device(offcy_scope *scope, const offcy_map *maps, int count, offcy_error *error)
{
    offcy_state *state = offcy_shared();
    scope->count = count + (scope->region->can_fail ? 1 : 0);
    if (scope->count == 0)
        return 0;
    scope->entered = calloc((size_t)scope->count, sizeof *scope->entered);
    if (scope->entered == NULL)
        return offcy_fail_data(error, OFFCY_OUT_OF_HOST_MEMORY, scope->device, "map list", NULL, 0);
    if (describe(scope, maps, count, error) < 0)
        return -1;
    pthread_mutex_lock(&state->lock);
    const int status = enter_locked(scope, error);
    pthread_mutex_unlock(&state->lock);
    return status;
}

int offcy_enter(offcy_scope *scope, const offcy_region *region, int device, const offcy_map *maps,
                int count, offcy_error *error)
{
    *scope = (offcy_scope){.region = region, .error = error, .device = OFFCY_HOST};
    if (offcy_failed(error))
        return -1;
    scope->device = offcy_choose_device(device, error);
    if (offcy_failed(error) ||
        (scope->device != OFFCY_HOST && enter_device(scope, maps, count, error) < 0)) {
        free(scope->entered);
        *scope = (offcy_scope){0};
        return -1;
    }
    scope->active = true;
    scope->started = offcy_now();
    return 0;
}

/* Whether this variable's results go to the host when its scope is left. */
static bool returns_now(const struct offcy_entered *variable, bool failed)
{
    if (!(variable->moves & OFFCY_FROM) || (failed && !(variable->map & OFFCY_TO)))
        return false;
    /* Whoever made the block moves its data. So does one who shared the block of another thread's
     * region, which may end at any time: the two are not nested. */
    return variable->created ||
           (!variable->block->context && variable->block->thread != (uintptr_t)pthread_self());
}

static void fetch_record(offcy_scope *scope)
{
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        if (variable->is_record &&
            offcy_device_read(scope->device, scope->error, device_address(variable),
                              sizeof *scope->error) < 0)
            offcy_fail_data(scope->error, OFFCY_TRANSFER_FAILED, scope->device, "error", "return",
                            sizeof *scope->error);
    }
}

static void leave_locked(offcy_scope *scope, bool failed)
{
    fetch_record(scope);
    failed = failed || offcy_failed(scope->error);
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        if (variable->block == NULL || !returns_now(variable, failed))
            continue;
        variable->from =
            offcy_extent_from_device(&variable->extent, scope->device, device_address(variable));
        if (variable->from < 0) {
            variable->from = 0;
            offcy_fail_data(scope->error, OFFCY_TRANSFER_FAILED, scope->device, variable->name,
                            "return", variable->extent.bytes);
        }
    }
    release_blocks(scope, scope->count);
}

int offcy_leave(offcy_scope *scope, bool failed)
{
    if (!scope->active)
        return scope->error != NULL && offcy_failed(scope->error) ? -1 : 0;
    const double ended = offcy_now();
    offcy_state *state = offcy_shared();
    scope->active = false;
    if (scope->count > 0 && offcy_device_usable_here()) {
        pthread_mutex_lock(&state->lock);
        leave_locked(scope, failed);
        pthread_mutex_unlock(&state->lock);
    }
    failed = failed || offcy_failed(scope->error);
    offcy_trace_scope(scope, failed, ended - scope->started);
    free(scope->entered);
    scope->entered = NULL;
    scope->count = 0;
    return offcy_failed(scope->error) ? -1 : 0;
}
