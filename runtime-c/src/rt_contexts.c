/* Inferred contexts: which threads are in which, and who reports what the host does. */
#include "offcy_coherence.h"
#include "offcy_device.h"
#include "offcy_enter.h"

#include <stdlib.h>

/* Whether the context with these rows keeps what `variable` is. */
static bool keeps(const struct offcy_entered *rows, const struct offcy_entered *variable)
{
    for (int k = 0; k < rows->row_count; k++)
        if ((rows[k].map & OFFCY_COHERENT) && rows[k].block == variable->block &&
            (rows[k].created || offcy_extent_range_within(&variable->extent, &rows[k].extent)))
            return true;
    return false;
}

/* From the innermost context outwards: each says whether the code around it reports. When another
 * thread's context ends is not known here. Arrays that live on a device are given to such code alone. */
bool offcy_is_reported(const struct offcy_entered *variable)
{
    if (variable->block != NULL && variable->block->resident != NULL)
        return true;
    bool reported = variable->place->coherent;
    for (const struct offcy_entered *rows = offcy_shared()->contexts; reported && rows != NULL;
         rows = rows->outer) {
        if (rows->thread != variable->thread)
            continue;
        if (keeps(rows, variable))
            return true;
        reported = rows->place->coherent;
    }
    return false;
}

uint64_t offcy_writer_bit(uintptr_t thread, bool of_array)
{
    const struct offcy_entered *rows = offcy_shared()->contexts;
    while (rows != NULL && rows->thread != thread)
        rows = rows->outer;
    const int place = rows != NULL || of_array ? offcy_keeper_of(thread, false) : -1;
    return place >= 0 ? (uint64_t)1 << place : rows != NULL ? OFFCY_OTHER_WRITERS : 0;
}

static void begin(offcy_scope *scope)
{
    offcy_state *state = offcy_shared();
    const int place = offcy_keeper_of(scope->entered->thread, true);
    if (place >= 0) {
        state->keepers[place].thread = scope->entered->thread;
        state->keepers[place].contexts++;
    }
    scope->entered->row_count = scope->count;
    scope->entered->outer = state->contexts;
    state->contexts = scope->entered;
}

void offcy_context_begin(offcy_scope *scope)
{
    for (int k = 0; k < scope->count; k++) {
        if (scope->entered[k].map & OFFCY_COHERENT) {
            begin(scope);
            break;
        }
    }
}

int offcy_empty_context_begin(offcy_scope *scope, offcy_error *error)
{
    if (!offcy_any_coherent() || !offcy_device_usable_here())
        return 0;
    scope->entered = calloc(1, sizeof *scope->entered);
    if (scope->entered == NULL)
        return offcy_fail_data(error, OFFCY_OUT_OF_HOST_MEMORY, scope->device, "map list", NULL, 0);
    scope->entered->place = scope->region;
    scope->entered->thread = (uintptr_t)pthread_self();
    offcy_state *state = offcy_shared();
    pthread_mutex_lock(&state->lock);
    begin(scope);
    pthread_mutex_unlock(&state->lock);
    return 0;
}

void offcy_context_end(offcy_scope *scope)
{
    offcy_state *state = offcy_shared();
    struct offcy_entered **link = &state->contexts;
    while (*link != NULL && *link != scope->entered)
        link = &(*link)->outer;
    if (*link == NULL)
        return;
    *link = scope->entered->outer;
    const int place = offcy_keeper_of(scope->entered->thread, false);
    if (place >= 0)
        state->keepers[place].contexts--;
}
