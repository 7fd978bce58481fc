/* Which lanes of a warp run next. The lowest block in order goes first, so lanes meet again where paths join. */
#include "warp.h"

/* The first block from `from` on with lanes that can run. */
static bool find(struct sim_frame *frame, uint32_t from, uint32_t *found) {
    struct sim_warp *warp = frame->warp;
    uint32_t words = (frame->blocks + 63) / 64;
    for (uint32_t word = from / 64; word < words; word++) {
        uint64_t bits = frame->pending[word];
        if (word == from / 64) {
            bits &= ~UINT64_C(0) << (from % 64);
        }
        for (; bits; bits &= bits - 1) {
            uint32_t block = word * 64 + (uint32_t)__builtin_ctzll(bits);
            uint32_t gone = frame->wait[block] & ~warp->alive;
            uint32_t lanes = frame->wait[block] & warp->alive & ~warp->blocked;
            frame->wait[block] &= ~(lanes | gone);
            frame->waiting &= ~(lanes | gone);
            if (!frame->wait[block]) {
                frame->pending[word] &= ~(UINT64_C(1) << (block % 64));
            }
            if (lanes) {
                frame->mask = lanes;
                *found = block;
                return true;
            }
        }
    }
    return false;
}

static void park(struct sim_frame *frame, uint32_t block, uint32_t mask) {
    frame->wait[block] |= mask;
    frame->pending[block / 64] |= UINT64_C(1) << (block % 64);
    frame->waiting |= mask;
}

/* Runs unfinished calls as far as they get. Returns whether lanes came back from one. */
static bool run_children(struct sim_frame *frame) {
    struct sim_warp *warp = frame->warp;
    bool back = false;
    for (struct sim_fiber **link = &frame->children, *child; (child = *link);) {
        uint32_t inside = child->lanes & ~child->returned & warp->alive;
        if (inside && !(inside & ~warp->blocked)) {
            link = &child->sibling;
            continue;
        }
        sim_fiber_resume(warp, child);
        uint32_t lanes = child->returned & ~child->taken;
        child->taken |= lanes;
        lanes &= warp->alive;
        if (lanes) {
            park(frame, child->block, lanes);
            back = true;
        }
        if (child->done) {
            *link = child->sibling;
            sim_fiber_give(warp->launch, child);
            back = true;
        } else {
            link = &child->sibling;
        }
    }
    return back;
}

uint32_t sim_next(struct sim_frame *frame) {
    uint32_t block;
    for (;;) {
        if (find(frame, frame->floor, &block)) {
            return block;
        }
        if (frame->floor) {
            frame->floor = 0;
            continue;
        }
        if (frame->children && run_children(frame)) {
            continue;
        }
        if (!frame->waiting && !frame->children) {
            return frame->blocks;
        }
        if (!frame->fiber) {
            sim_fault(frame->warp, SIM_LAUNCH_FAILED, 0, 0, "lanes wait in a function that cannot wait");
        }
        frame->fiber->returned = frame->returned;
        sim_yield(frame->warp);
    }
}

void sim_rotate(struct sim_frame *frame, uint32_t block, uint32_t from) {
    struct sim_warp *warp = frame->warp;
    (void)block;
    frame->budget = SIM_BUDGET;
    frame->floor = from + 1;
    if (frame->children) {
        run_children(frame);
    }
    if (frame->fiber) {
        frame->fiber->returned = frame->returned;
        sim_yield(warp);
    }
}

int sim_together(struct sim_frame *frame, uint32_t block, uint32_t mask, uint32_t members) {
    struct sim_warp *warp = frame->warp;
    uint32_t here = mask | (frame->wait[block] & warp->gathering & members);
    if (members & warp->alive & ~here) {
        park(frame, block, mask);
        warp->blocked |= mask;
        warp->gathering |= mask;
        return 0;
    }
    frame->wait[block] &= ~here;
    frame->waiting &= ~(here & ~mask);
    if (!frame->wait[block]) {
        frame->pending[block / 64] &= ~(UINT64_C(1) << (block % 64));
    }
    sim_race_met(warp);
    warp->blocked &= ~here;
    warp->gathering &= ~here;
    frame->mask = here;
    return 1;
}

int sim_meet(struct sim_frame *frame, uint32_t mask, uint32_t members) {
    struct sim_warp *warp = frame->warp;
    warp->met |= mask;
    warp->met_members |= members;
    if (members & warp->alive & ~warp->met) {
        warp->blocked |= mask;
        return 0;
    }
    sim_race_met(warp);
    warp->blocked &= ~(members & warp->met);
    warp->met &= ~members;
    warp->met_members &= ~members;
    return 1;
}

uint32_t sim_call(struct sim_frame *frame, sim_code *code, uint32_t frame_size, uint32_t mask,
                  unsigned char *const *parameters, unsigned char *result, uint32_t block) {
    struct sim_warp *warp = frame->warp;
    (void)frame_size; /* all stacks of a launch have room for the largest frame */
    struct sim_fiber *child = sim_fiber_take(warp->launch);
    if (!child) {
        sim_fault(warp, SIM_OUT_OF_MEMORY, warp->site, 0, "the host has no memory for the stacks of calls");
    }
    sim_fiber_prepare(child, warp, code, mask);
    child->parameters = parameters;
    child->result = result;
    child->block = block;
    sim_fiber_resume(warp, child);
    uint32_t back = child->returned & warp->alive;
    if (child->done) {
        sim_fiber_give(warp->launch, child);
    } else {
        child->taken = child->returned;
        child->sibling = frame->children;
        frame->children = child;
    }
    return back;
}
