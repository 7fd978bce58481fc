/* Which threads may be writing on the host what a device has, too: a few have a bit each. */
#include "offcy_coherence.h"

int offcy_keeper_of(uintptr_t thread, bool make)
{
    const offcy_state *state = offcy_shared();
    const int places = (int)(sizeof state->keepers / sizeof state->keepers[0]);
    int free_place = -1;
    for (int k = 0; k < places; k++) {
        const bool is_taken = state->keepers[k].contexts > 0 || state->keepers[k].writes;
        if (is_taken && state->keepers[k].thread == thread)
            return k;
        if (!is_taken && free_place < 0)
            free_place = k;
    }
    return make ? free_place : -1;
}

uint64_t offcy_writing_begin(uintptr_t thread)
{
    offcy_state *state = offcy_shared();
    const int place = offcy_keeper_of(thread, true);
    if (place < 0)
        return OFFCY_OTHER_WRITERS;
    state->keepers[place].thread = thread;
    if (!state->keepers[place].writes)
        __atomic_fetch_add(&state->writing, 1, __ATOMIC_RELAXED);
    state->keepers[place].writes = true;
    return (uint64_t)1 << place;
}

uint64_t offcy_writing_bit(uintptr_t thread)
{
    const offcy_state *state = offcy_shared();
    const int place = offcy_keeper_of(thread, false);
    return place >= 0 && state->keepers[place].writes && state->keepers[place].contexts == 0 ? (uint64_t)1 << place : 0;
}

void offcy_writing_end(uintptr_t thread)
{
    offcy_state *state = offcy_shared();
    const int place = offcy_keeper_of(thread, false);
    if (place < 0 || !state->keepers[place].writes)
        return;
    state->keepers[place].writes = false;
    __atomic_fetch_sub(&state->writing, 1, __ATOMIC_RELAXED);
}
