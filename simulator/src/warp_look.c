/* Checks each access of a kernel, in modules with checks. */
#include <stdio.h>

#include "warp.h"

static void look_at_shared(struct sim_warp *warp, uint64_t address, uint32_t size, enum sim_access access, uint32_t site,
                           uint32_t lane) {
    struct sim_report *report = warp->launch->report;
    uint64_t offset = address - warp->shared;
    if (offset + size > warp->shared_size || sim_shared_check(warp->launch->device, address, size, access) ||
        !report->finding) {
        return;
    }
    snprintf(report->cause, sizeof report->cause,
             "reads bytes that no thread wrote: %u bytes at offset %llu of the block's shared memory", size,
             (unsigned long long)offset);
    sim_place(warp, site, lane);
    report->has_address = 0;
    report->finding(report->context, SIM_CHECK_INIT, report);
    report->cause[0] = 0;
}

void sim_look(struct sim_warp *warp, uint64_t address, uint32_t size, uint32_t how, enum sim_space space, uint32_t site,
              uint32_t lane) {
    struct sim_launch *launch = warp->launch;
    enum sim_access access = how & ~SIM_STRONG;
    bool is_shared = space == SIM_SHARED || address - warp->shared < warp->shared_size;
    bool is_local = address - (uint64_t)(uintptr_t)warp->local < (uint64_t)SIM_LANES * warp->stack_size;
    bool is_parameter = address - (uint64_t)(uintptr_t)warp->parameters < launch->parameter_size;
    if (is_local || is_parameter) {
        return;
    }
    if (is_shared && (launch->device->checks & SIM_CHECK_INIT)) {
        look_at_shared(warp, address, size, access, site, lane);
    }
    if (!is_shared && (launch->device->checks & (SIM_CHECK_MEMORY | SIM_CHECK_INIT | SIM_CHECK_SYNC)) &&
        !sim_permitted(warp, address, size, access, site, lane)) {
        struct sim_report *report = launch->report;
        char cause[sizeof report->cause];
        __builtin_memcpy(cause, report->cause, sizeof cause);
        sim_fault(warp, report->error, site, lane, cause);
    }
    if (launch->cells && address - warp->base < warp->range) {
        sim_race(warp, address, size, access, (how & SIM_STRONG) != 0, is_shared, site, lane);
    }
}
