/* Blocks that several threads use. Their regions are not nested in one another: each takes care of its own
 * data, and where one would disturb another it waits.
 *
 * Why no threads wait for each other: a thread waits only before it holds anything of what it enters,
 * and only if it is in no region already; it waits for regions, which end without waiting for anything
 * but the lock and the data of other regions, and for data that is being moved, by threads that wait for
 * nothing. Between entering and leaving a region a thread must not take the GIL. */
#include "offcy_enter.h"

/* Whether a region of another thread would be disturbed if `variable` shared the block. */
static bool disturbs(const struct offcy_entered *variable, const offcy_block *block)
{
    const bool lent = offcy_lent(block, variable->thread);
    const bool reads = (variable->map & OFFCY_TO) != 0;
    if (!lent && !(block->coherent && reads))
        return false;
    for (const struct offcy_entered *holder = block->holders; holder != NULL; holder = holder->next) {
        if (holder->thread == variable->thread || !offcy_is_region(holder) || !offcy_map_writes(holder->map) ||
            !offcy_extent_ranges_meet(&holder->extent, &variable->extent))
            continue;
        /* What is sent goes with its gaps, and would replace what the other has written by then. */
        const bool unseen = !offcy_kept_by(block, variable->thread);
        if (lent || offcy_coherence_would_send(block, &variable->extent, &holder->extent, unseen))
            return true;
    }
    return false;
}

/* Whether only regions of other threads keep the block where it is. */
static bool will_go(const offcy_block *block, uintptr_t thread)
{
    for (const struct offcy_entered *holder = block->holders; holder != NULL; holder = holder->next)
        if (!(holder->map & OFFCY_COHERENT) && (holder->thread == thread || !offcy_is_region(holder)))
            return false;
    return true;
}

static bool is_in_a_region(uintptr_t thread)
{
    const offcy_state *state = offcy_shared();
    for (int number = 0; number < state->device_count; number++) {
        const offcy_device *device = state->devices[number];
        for (ptrdiff_t k = 0; device != NULL && k < device->present_count; k++)
            for (const struct offcy_entered *holder = device->present[k]->holders; holder != NULL;
                 holder = holder->next)
                if (holder->thread == thread && offcy_is_region(holder))
                    return true;
    }
    return false;
}

bool offcy_should_wait(const struct offcy_entered *variable, const offcy_block *block,
                       offcy_presence presence)
{
    if (block->busy)
        return true;
    const bool in_the_way = presence == OFFCY_PARTLY ? !offcy_evictable(block) && will_go(block, variable->thread)
                                                     : disturbs(variable, block);
    return in_the_way && !is_in_a_region(variable->thread);
}

bool offcy_any_busy(int except, const offcy_extent *range)
{
    const offcy_state *state = offcy_shared();
    for (int number = 0; number < state->device_count; number++) {
        const offcy_device *device = state->devices[number];
        if (number == except || device == NULL)
            continue;
        for (ptrdiff_t k = offcy_first_present(device, range->low); k < device->present_count; k++) {
            const offcy_block *block = device->present[k];
            if (block->low >= range->low + range->bytes)
                break;
            if (block->coherent && block->busy)
                return true;
        }
    }
    return false;
}

bool offcy_claim(offcy_scope *scope)
{
    for (int k = 0; k < scope->count; k++) {
        const struct offcy_entered *variable = &scope->entered[k];
        if (variable->block != NULL &&
            (variable->block->busy || offcy_any_busy(scope->device, &variable->extent)))
            return false;
    }
    for (int k = 0; k < scope->count; k++)
        if (scope->entered[k].block != NULL)
            scope->entered[k].block->busy = true;
    return true;
}

void offcy_disclaim(offcy_scope *scope)
{
    for (int k = 0; k < scope->count; k++)
        if (scope->entered[k].block != NULL)
            scope->entered[k].block->busy = false;
    offcy_wake();
}
