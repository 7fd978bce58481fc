/* Refreshing one side's copy of resident data. */
#include "offcy_coherence.h"
#include "offcy_enter.h"

#include <stdlib.h>

/* `told`: the code around it tells of what it reads and writes. */
static int update_one(struct offcy_entered *variable, int number, bool told, offcy_error *error)
{
    offcy_device *device = offcy_device_at(number);
    if (variable->extent.bytes == 0)
        return 0;
    if (device == NULL || offcy_find_present(device, variable->extent.low, variable->extent.bytes,
                                             &variable->block) != OFFCY_WITHIN)
        return offcy_fail_data(error, OFFCY_NOT_PRESENT, number, variable->name, NULL,
                               variable->extent.bytes);
    char *address = variable->block->address + (variable->extent.low - variable->block->low);
    const bool coherent = variable->block->coherent;
    if (offcy_ask_others(number, variable,
                         OFFCY_READ | (variable->map & OFFCY_FROM ? OFFCY_WRITTEN : 0), error) < 0)
        return -1;
    if (coherent && !told)
        variable->to = offcy_coherence_note(number, variable->block, &variable->extent, OFFCY_ON_BOTH,
                                            OFFCY_ON_HOST);
    if ((variable->map & OFFCY_TO) && variable->to == 0)
        variable->to = coherent ? offcy_coherence_send(number, variable->block, &variable->extent)
                                : offcy_extent_to_device(&variable->extent, number, address);
    if (variable->map & OFFCY_FROM)
        variable->from = coherent ? offcy_coherence_fetch(number, variable->block, &variable->extent)
                                  : offcy_extent_from_device(&variable->extent, number, address);
    if (variable->to < 0 || variable->from < 0)
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
        if (update_one(variable, scope->device, scope->region->coherent, error) < 0)
            return -1;
    }
    return 0;
}

int offcy_update(const offcy_region *region, int device, const offcy_map *maps, int count,
                 offcy_error *error)
{
    if (offcy_failed(error))
        return -1;
    offcy_scope scope = {.region = region, .error = error, .count = count};
    scope.device = offcy_choose_device(device, error);
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
    pthread_mutex_lock(&state->lock);
    const int status = update_all(&scope, maps, error);
    pthread_mutex_unlock(&state->lock);
    offcy_trace_scope(&scope, status < 0, 0);
    free(scope.entered);
    return status;
}
