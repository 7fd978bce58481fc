/* Refreshing one side's copy of resident data. */
#include "offcy_device.h"
#include "offcy_enter.h"
#include "offcy_resident.h"

#include <stdlib.h>

/* If only one side's copy of coherent data is current, there is nothing to choose. Code that reports
 * nothing may have changed the host's before, and may do so after. */
static int update_coherent(struct offcy_entered *variable, int number)
{
    const bool reported = offcy_is_reported(variable);
    variable->moved.writer = offcy_writer_bit(variable->thread, variable->block->resident != NULL);
    offcy_block *block = variable->block;
    const offcy_extent *extent = &variable->extent;
    if (!reported && offcy_coherence_unseen(number, block, extent, &variable->moved) < 0)
        return -1;
    if ((variable->map & OFFCY_TO) && offcy_coherence_send(number, block, extent, &variable->moved) < 0)
        return -1;
    if ((variable->map & OFFCY_FROM) && offcy_coherence_fetch(number, block, extent, &variable->moved) < 0)
        return -1;
    return reported ? 0 : offcy_coherence_unsure(number, block, extent, &variable->moved);
}

static int update_resident(struct offcy_entered *variable, int number)
{
    const offcy_block *block = variable->block;
    const offcy_extent *extent = &variable->extent;
    char *address = block->address + (extent->low - block->low);
    ptrdiff_t to = 0, from = 0, read = 0;
    if (variable->map & OFFCY_TO)
        to = offcy_extent_refresh(extent, number, address, offcy_written_by_others(block, variable->thread),
                                  &read);
    if (variable->map & OFFCY_FROM)
        from = offcy_extent_from_device(extent, number, address);
    if (to < 0 || from < 0)
        return -1;
    variable->moved.to = to;
    variable->moved.from = read + from;
    return 0;
}

/* The block that it lies in, if that disturbs nobody. */
static bool find(struct offcy_entered *variable, int number)
{
    const offcy_device *device = offcy_device_at(number);
    for (;; offcy_wait()) {
        if (device == NULL || offcy_find_present(device, variable->extent.low, variable->extent.bytes,
                                                 &variable->block) != OFFCY_WITHIN)
            return false;
        if (!offcy_should_wait(variable, variable->block, OFFCY_WITHIN) &&
            !offcy_any_busy(number, &variable->extent))
            return true;
    }
}

static int update_one(struct offcy_entered *variable, int number, offcy_error *error)
{
    if (variable->extent.bytes == 0)
        return 0;
    if (!find(variable, number))
        return offcy_fail_data(error, OFFCY_NOT_PRESENT, number, variable->name, NULL,
                               variable->extent.bytes);
    const unsigned access = OFFCY_READ | (variable->map & OFFCY_FROM ? OFFCY_WRITTEN : 0);
    if (offcy_ask_others(number, variable, access, error) < 0)
        return -1;
    if ((variable->block->coherent ? update_coherent(variable, number)
                                   : update_resident(variable, number)) < 0)
        return offcy_fail_data(error, OFFCY_TRANSFER_FAILED, number, variable->name, "update",
                               variable->extent.bytes);
    return 0;
}

static int update_all(offcy_scope *scope, const offcy_map *maps, offcy_error *error)
{
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        const char *problem = offcy_extent_of(&maps[k], &variable->extent);
        if (problem != NULL)
            return offcy_fail_data(error, OFFCY_BAD_MAP, scope->device, maps[k].name, problem, 0);
        variable->name = maps[k].name;
        variable->map = maps[k].map;
        variable->place = scope->region;
        variable->thread = variable->moved.thread = (uintptr_t)pthread_self();
        if (update_one(variable, scope->device, error) < 0)
            return -1;
    }
    return 0;
}

int offcy_update(const offcy_region *region, int device, const offcy_map *maps, int count,
                 offcy_error *error)
{
    if (offcy_failed(error))
        return -1;
    offcy_scope scope = {.region = region, .error = error, .asked = device, .count = count};
    scope.device = offcy_choose_for(device, maps, count, error);
    if (offcy_failed(error))
        return -1;
    if (scope.device == OFFCY_HOST || count == 0) {
        scope.count = 0;
        offcy_trace_scope(&scope, false, 0);
        return 0;
    }
    scope.entered = calloc((size_t)count, sizeof *scope.entered);
    if (scope.entered == NULL)
        return offcy_fail_data(error, OFFCY_OUT_OF_HOST_MEMORY, scope.device, "map list", NULL, 0);
    offcy_state *state = offcy_shared();
    offcy_device_begin();
    pthread_mutex_lock(&state->lock);
    const int status = update_all(&scope, maps, error);
    pthread_mutex_unlock(&state->lock);
    offcy_device_end();
    offcy_trace_scope(&scope, status < 0, 0);
    free(scope.entered);
    return status;
}
