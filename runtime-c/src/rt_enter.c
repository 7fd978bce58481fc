/* Entering and leaving regions and data contexts. */
#include "offcy_device.h"
#include "offcy_enter.h"
#include "offcy_guard.h"
#include "offcy_interrupt.h"
#include "offcy_resident.h"
#include "offcy_simulator.h"

#include <stdlib.h>
#include <string.h>

/* Whether what `variable` needs moved is covered by `other`: the same elements, or all of that range. */
static bool moves_with(const struct offcy_entered *variable, const struct offcy_entered *other)
{
    const offcy_extent *mine = &variable->extent, *theirs = &other->extent;
    if (mine->bytes == 0 || theirs->bytes == 0)
        return false;
    if (offcy_extent_equal(mine, theirs))
        return other < variable;
    return theirs->axis_count == 0 && offcy_extent_range_within(mine, theirs);
}

/* Distributes the moves, so that no element is moved twice. */
static void plan_moves(struct offcy_entered *entered, int count)
{
    offcy_find_near(entered, count);
    for (int k = 0; k < count; k++) {
        struct offcy_entered *variable = &entered[k];
        variable->moves = variable->map & OFFCY_TOFROM;
        for (const struct offcy_entered *other = variable->near; other != variable; other = other->near)
            if (moves_with(variable, other))
                variable->moves &= ~other->map;
    }
}

static char *device_address(const struct offcy_entered *variable)
{
    return variable->block->address + (variable->extent.low - variable->block->low);
}

/* Whether its data moves when it is entered and left. Data of explicit contexts moves with those. */
static bool moves_itself(const struct offcy_entered *variable)
{
    return variable->moves_its_own && !variable->block->coherent;
}

/* The flag of an error record that waited on the device; NULL: another variable, or a record that is sent there and fetched
 * back. */
static int *flag_of(const struct offcy_entered *variable)
{
    return variable->block != NULL ? variable->block->flag : NULL;
}

/* Zeros are there already. */
static int send_record(const offcy_scope *scope, const struct offcy_entered *variable, int *flag)
{
    offcy_error record = *scope->error;
    if (!variable->created || (record.kind == OFFCY_NO_ERROR && record.dropped == 0))
        return 0;
    record.device = OFFCY_HAS_FLAG;
    record.exception = flag;
    *flag = 1;
    return offcy_device_write(scope->device, device_address(variable), &record, sizeof record);
}

static bool is_sent(const struct offcy_entered *variable, bool failed)
{
    (void)failed;
    return moves_itself(variable) && (variable->moves & OFFCY_TO);
}

static int move_in(offcy_scope *scope, offcy_error *error)
{
    if (offcy_send_together(scope, is_sent, error) < 0)
        return -1;
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        if (variable->block == NULL || !is_sent(variable, false) || offcy_is_together(variable))
            continue;
        int *flag = flag_of(variable);
        variable->moved.to = flag != NULL ? send_record(scope, variable, flag)
                                          : offcy_extent_to_device(&variable->extent, scope->device, device_address(variable));
        if (variable->moved.to < 0)
            return offcy_fail_data(error, OFFCY_TRANSFER_FAILED, scope->device, variable->name,
                                   "receive", variable->extent.bytes);
    }
    return 0;
}

static int refuse(const offcy_error *problem, offcy_error *error)
{
    offcy_fail_data(error, problem->kind, problem->device, problem->name, problem->other, problem->index);
    if (error->kind == problem->kind)
        error->extent = problem->extent;
    return -1;
}

/* Finds blocks for the variables and claims them. If some share coherent blocks and others then have no
 * room, those blocks go, too. */
static int enter_locked(offcy_scope *scope, offcy_error *error)
{
    for (;;) {
        offcy_error problem = {0};
        if (offcy_look_up(scope, error) < 0)
            return -1;
        const int status = offcy_hold_blocks(scope, &problem);
        if (status == 0 && offcy_claim(scope))
            break;
        offcy_release_blocks(scope);
        if (status == 0)
            offcy_wait();
        else if (problem.kind != OFFCY_OUT_OF_MEMORY || !offcy_evict_largest(scope->device))
            return refuse(&problem, error);
    }
    if (offcy_coherent_before_entering(scope, error) == 0)
        return 0;
    offcy_disclaim(scope);
    offcy_release_blocks(scope);
    return -1;
}

static int describe(offcy_scope *scope, const offcy_map *maps, int count, offcy_error *error)
{
    for (int k = 0; k < count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        const char *problem = offcy_extent_of(&maps[k], &variable->extent);
        if (problem != NULL && (maps[k].map & OFFCY_COHERENT))
            variable->extent.bytes = 0; /* not kept */
        else if (problem != NULL)
            return offcy_fail_data(error, OFFCY_BAD_MAP, scope->device, maps[k].name, problem, 0);
        variable->name = maps[k].name;
        variable->map = maps[k].map;
        variable->place = scope->region;
        variable->thread = variable->moved.thread = (uintptr_t)pthread_self();
    }
    if (scope->region->can_fail) {
        const offcy_map map = OFFCY_MAP_VARIABLE("error", *error, OFFCY_TO);
        struct offcy_entered *record = &scope->entered[count];
        offcy_extent_of(&map, &record->extent);
        record->name = map.name;
        record->map = map.map;
        record->is_record = true;
        record->place = scope->region;
        record->thread = (uintptr_t)pthread_self();
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
    int status = enter_locked(scope, error);
    pthread_mutex_unlock(&state->lock);
    if (status < 0)
        return -1;
    for (int k = 0; k < scope->count; k++) {
        const struct offcy_entered *variable = &scope->entered[k];
        if (variable->block != NULL)
            offcy_simulator_note(device_address(variable), &variable->extent, variable->name, variable->map,
                                 scope->region);
    }
    if (offcy_check_alignment(scope, maps, count, error) < 0 || offcy_coherent_enter(scope, error) < 0 ||
        move_in(scope, error) < 0)
        status = -1;
    pthread_mutex_lock(&state->lock);
    offcy_disclaim(scope);
    if (status < 0)
        offcy_release_blocks(scope);
    else
        offcy_context_begin(scope);
    pthread_mutex_unlock(&state->lock);
    return status;
}

/* A region continues to use the device until it is left. */
static bool keeps_device(const offcy_scope *scope)
{
    return scope->device != OFFCY_HOST && scope->region->kind == OFFCY_REGION;
}

/* One thread runs the region, on the host and in the order of the source, for variables that may not be shared between
 * threads. Where the user decided what is on the device, the host's copies are not those that count. */
static int enter_alone(offcy_scope *scope, const offcy_map *maps, int count, const char *const shared[2], offcy_error *error)
{
    if (scope->device != OFFCY_HOST && offcy_in_explicit_context(scope->device, maps, count))
        return offcy_fail_data(error, OFFCY_SHARED, scope->device, shared[0], shared[1], 0);
    scope->device = OFFCY_HOST;
    if (offcy_enter_on_host(scope->region, maps, count, error) < 0)
        return -1;
    scope->shared[0] = shared[0], scope->shared[1] = shared[1];
    scope->levels = offcy_only_one_thread();
    return 0;
}

static int enter_where_asked(offcy_scope *scope, const offcy_map *maps, int count, offcy_error *error)
{
    if (scope->device == OFFCY_HOST)
        return offcy_enter_on_host(scope->region, maps, count, error);
    offcy_device_begin();
    const int status = enter_device(scope, maps, count, error);
    if (status < 0 || !keeps_device(scope))
        offcy_device_end();
    return status;
}

int offcy_enter(offcy_scope *scope, const offcy_region *region, int device, const offcy_map *maps,
                int count, offcy_error *error)
{
    *scope = (offcy_scope){.region = region, .error = error, .device = OFFCY_HOST, .asked = device};
    if (region->kind == OFFCY_REGION) {
        scope->maps = maps;
        scope->map_count = count;
    }
    if (offcy_failed(error) || (region->interruptible && offcy_interrupted_before(error) < 0))
        return -1;
    scope->device = offcy_choose_for(device, maps, count, error);
    const char *shared[2];
    int status = offcy_failed(error) ? -1 : offcy_check_overlaps(maps, count, shared, error);
    if (status == 0)
        status = shared[0] != NULL ? enter_alone(scope, maps, count, shared, error)
                                   : enter_where_asked(scope, maps, count, error);
    if (status == 0 && region->kind == OFFCY_CONTEXT && scope->entered == NULL)
        status = offcy_empty_context_begin(scope, error);
    if (status < 0) {
        free(scope->entered);
        *scope = (offcy_scope){0};
        return -1;
    }
    scope->active = true;
    if (keeps_device(scope))
        offcy_running_begin(scope);
    scope->stops = region->interruptible && offcy_let_stop();
    scope->started = offcy_traced() ? offcy_now() : 0;
    return 0;
}

/* Whether this variable's results go to the host when its scope is left. */
static bool returns_now(const struct offcy_entered *variable, bool failed)
{
    return moves_itself(variable) && (variable->moves & OFFCY_FROM) &&
           (!failed || (variable->map & OFFCY_TO));
}

static void fetch_record(offcy_scope *scope)
{
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        const int *flag = flag_of(variable);
        if (!variable->is_record || (flag != NULL && __atomic_load_n(flag, __ATOMIC_RELAXED) == 0))
            continue;
        offcy_error record;
        if (offcy_device_read(scope->device, &record, device_address(variable), sizeof record) == 0) {
            if (flag != NULL) {
                record.device = 0;
                record.exception = NULL;
            }
            *scope->error = record;
        } else if (!scope->broken) {
            offcy_fail_data(scope->error, OFFCY_TRANSFER_FAILED, scope->device, "error", "return", sizeof record);
        }
    }
}

static void move_out(offcy_scope *scope, bool failed)
{
    offcy_fetch_together(scope, returns_now, failed);
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        if (variable->block == NULL || !returns_now(variable, failed) || offcy_is_together(variable))
            continue;
        variable->moved.from =
            offcy_extent_from_device(&variable->extent, scope->device, device_address(variable));
        if (variable->moved.from < 0) {
            variable->moved.from = 0;
            offcy_fail_data(scope->error, OFFCY_TRANSFER_FAILED, scope->device, variable->name,
                            "return", variable->extent.bytes);
        }
    }
}

/* What a context kept, and a call of BLAS could not be given. */
static void report_lost(offcy_scope *scope)
{
    for (int k = 0; k < scope->count; k++) {
        const struct offcy_entered *variable = &scope->entered[k];
        if (variable->block != NULL && variable->block->lost && !offcy_is_region(variable))
            offcy_fail_data(scope->error, OFFCY_TRANSFER_FAILED, scope->device, variable->name, "return",
                            variable->extent.bytes);
    }
}

static void leave_entered(offcy_scope *scope, bool failed)
{
    offcy_state *state = offcy_shared();
    pthread_mutex_lock(&state->lock);
    if (scope->count == 0) {
        offcy_context_end(scope);
        pthread_mutex_unlock(&state->lock);
        return;
    }
    while (!offcy_claim(scope))
        offcy_wait();
    offcy_coherent_before_leaving(scope);
    pthread_mutex_unlock(&state->lock);

    fetch_record(scope);
    offcy_report_launch(scope);
    failed = failed || offcy_failed(scope->error);
    offcy_coherent_leave(scope, failed);
    move_out(scope, failed);
    report_lost(scope);

    pthread_mutex_lock(&state->lock);
    offcy_disclaim(scope);
    offcy_release_blocks(scope);
    pthread_mutex_unlock(&state->lock);
}

static void leave_device(offcy_scope *scope, bool failed)
{
    if (!keeps_device(scope))
        offcy_device_begin();
    if (scope->entered != NULL && offcy_device_usable_here())
        leave_entered(scope, failed);
    offcy_device_end();
}

/* Lets an index error report the shape of its variable: the region's views are no longer known where the
 * exception is made. */
static void keep_shapes(const offcy_scope *scope)
{
    offcy_error *error = scope->error;
    if (error->kind != OFFCY_INDEX_ERROR && error->kind != OFFCY_SLICE_INDEX_ERROR)
        return;
    offcy_shapes *shapes =
        calloc(1, sizeof *shapes + (size_t)scope->map_count * sizeof shapes->of[0]);
    if (shapes == NULL)
        return; /* then the message must suffice */
    for (int k = 0; k < scope->map_count; k++) {
        const offcy_map *map = &scope->maps[k];
        struct offcy_shape *shape = &shapes->of[shapes->count];
        if (map->shape == NULL || map->ndim < 1 || map->ndim > 8)
            continue;
        shape->name = map->name;
        shape->ndim = map->ndim;
        memcpy(shape->shape, map->shape, (size_t)map->ndim * sizeof map->shape[0]);
        shapes->count++;
    }
    void *none = NULL;
    if (!__atomic_compare_exchange_n(&error->exception, &none, shapes, false, __ATOMIC_RELAXED,
                                     __ATOMIC_RELAXED))
        free(shapes); /* a region of another thread was first */
}

int offcy_leave(offcy_scope *scope, bool failed)
{
    if (!scope->active)
        return scope->error != NULL && offcy_failed(scope->error) ? -1 : 0;
    const double seconds = scope->started > 0 ? offcy_now() - scope->started : 0;
    scope->active = false;
    if (scope->shared[0] != NULL)
        offcy_allow_levels(scope->levels);
    if (keeps_device(scope))
        offcy_running_end(scope);
    const bool stopped = scope->stops && offcy_end_stopping() && !scope->broken;
    failed = failed || stopped || scope->broken;
    if (scope->device != OFFCY_HOST || scope->entered != NULL)
        leave_device(scope, failed);
    offcy_report_launch(scope);
    if (stopped) /* only now: the device's record has come */
        offcy_fail_data(scope->error, OFFCY_INTERRUPTED, OFFCY_HOST, NULL, NULL, 0);
    failed = failed || offcy_failed(scope->error);
    if (failed && scope->maps != NULL)
        keep_shapes(scope);
    offcy_trace_scope(scope, failed, seconds);
    free(scope->entered);
    scope->entered = NULL;
    scope->count = 0;
    return offcy_failed(scope->error) ? -1 : 0;
}
