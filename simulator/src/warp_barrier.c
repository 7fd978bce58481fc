/* Barriers of a block, and threads that end. */
#include "warp.h"

static bool is_complete(const struct sim_block *block, const struct sim_barrier *barrier) {
    uint32_t arrived = 0;
    for (uint32_t i = 0; i < block->warp_count; i++) {
        uint32_t lanes = barrier->arrived[i];
        /* With a count, a warp counts as a whole: lanes that have exited or never existed count as arrived. */
        if (barrier->count && lanes) {
            lanes |= ~block->warps[i].alive;
        }
        arrived += (uint32_t)__builtin_popcount(lanes);
    }
    return arrived >= (barrier->count ? barrier->count : block->alive);
}

static void complete(struct sim_block *block, struct sim_barrier *barrier) {
    if (block->launch->cells) {
        sim_race_barrier(block, barrier);
    }
    for (uint32_t i = 0; i < block->warp_count; i++) {
        block->warps[i].blocked &= ~barrier->waiting[i];
        barrier->waiting[i] = barrier->arrived[i] = 0;
    }
    barrier->result = barrier->reduction == SIM_AND  ? barrier->all_true
                      : barrier->reduction == SIM_OR ? barrier->any_true
                                                     : barrier->how_many;
    barrier->any = barrier->any_true = barrier->how_many = 0;
    barrier->all_true = 1;
}

int sim_barrier(struct sim_frame *frame, uint32_t mask, uint32_t id, uint32_t count, int waits,
                enum sim_reduction reduction, uint32_t predicate, uint32_t site) {
    struct sim_warp *warp = frame->warp;
    struct sim_block *block = warp->block;
    if (id >= SIM_BARRIERS) {
        sim_fault(warp, SIM_ILLEGAL_INSTRUCTION, site, (uint32_t)__builtin_ctz(mask),
                  "a barrier has a number above 15");
    }
    struct sim_barrier *barrier = &block->barriers[id];
    if (!barrier->any) {
        barrier->all_true = 1;
    }
    barrier->any = 1;
    barrier->count = count;
    barrier->reduction = reduction;
    barrier->all_true &= (mask & ~predicate) == 0;
    barrier->any_true |= (mask & predicate) != 0;
    barrier->how_many += (uint32_t)__builtin_popcount(mask & predicate);
    barrier->arrived[warp->index] |= mask;
    if (waits) {
        barrier->waiting[warp->index] |= mask;
        warp->blocked |= mask;
    }
    if (is_complete(block, barrier)) {
        complete(block, barrier);
    }
    return !(warp->blocked & mask);
}

uint32_t sim_barrier_result(struct sim_warp *warp, uint32_t id) {
    return warp->block->barriers[id % SIM_BARRIERS].result;
}

void sim_exit(struct sim_warp *warp, uint32_t mask) {
    struct sim_block *block = warp->block;
    warp->alive &= ~mask;
    block->alive -= (uint32_t)__builtin_popcount(mask);
    /* Lanes that wait for ended lanes stop waiting for them. */
    warp->blocked &= ~warp->gathering;
    warp->gathering = 0;
    if (warp->met && !(warp->met_members & warp->alive & ~warp->met)) {
        warp->blocked &= ~warp->met;
        warp->met = warp->met_members = 0;
    }
    for (uint32_t id = 0; id < SIM_BARRIERS; id++) {
        struct sim_barrier *barrier = &block->barriers[id];
        if (barrier->any && is_complete(block, barrier)) {
            complete(block, barrier);
        }
    }
}
