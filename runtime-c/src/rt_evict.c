/* Coherent blocks go out of the way. */
#include "offcy_enter.h"

int offcy_evict(int number, offcy_block *block)
{
    const offcy_extent all = offcy_block_extent(block);
    /* The trace of its context has the bytes. */
    if (offcy_coherence_fetch(number, block, &all, &block->holders->moved) < 0)
        return -1;
    offcy_make_absent(number, block);
    return 0;
}

bool offcy_evict_largest(int number)
{
    const offcy_device *device = offcy_device_at(number);
    offcy_block *largest = NULL;
    for (ptrdiff_t k = 0; k < device->present_count; k++) {
        offcy_block *block = device->present[k];
        if (offcy_evictable(block) && (largest == NULL || block->bytes > largest->bytes))
            largest = block;
    }
    return largest != NULL && offcy_evict(number, largest) == 0;
}

bool offcy_make_room(int number)
{
    offcy_state *state = offcy_shared();
    offcy_pool_statistics before, after;
    offcy_pool_report(number, &before);
    offcy_pool_trim(number);
    offcy_pool_report(number, &after);
    if (after.free_bytes < before.free_bytes)
        return true;
    pthread_mutex_lock(&state->lock);
    const bool evicted = number < state->device_count && state->devices[number] != NULL && offcy_evict_largest(number);
    pthread_mutex_unlock(&state->lock);
    if (evicted)
        offcy_pool_trim(number);
    return evicted;
}

void offcy_coherence_fetch_all(void)
{
    const offcy_state *state = offcy_shared();
    const offcy_extent everything = {.bytes = PTRDIFF_MAX};
    while (offcy_any_busy(OFFCY_HOST, &everything))
        offcy_wait();
    for (int number = 0; number < state->device_count; number++) {
        const offcy_device *device = state->devices[number];
        for (ptrdiff_t k = 0; device != NULL && k < device->present_count; k++) {
            const offcy_extent all = offcy_block_extent(device->present[k]);
            offcy_moved moved = {0};
            if (device->present[k]->coherent)
                offcy_coherence_fetch(number, device->present[k], &all, &moved);
        }
    }
}
