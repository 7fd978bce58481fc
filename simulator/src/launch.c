/* Launches: blocks in order, a few at once, their warps in turn. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "warp.h"

enum {
    MOST_THREADS = 1024,
    RESIDENT_BLOCKS = 8,
    RESIDENT_THREADS = 4096,
    LEAST_STACK = 96 * 1024,
    SHARED_FILL = 0xa5,
};

const struct sim_runtime sim_runtime = {
    .next = sim_next,
    .rotate = sim_rotate,
    .together = sim_together,
    .meet = sim_meet,
    .call = sim_call,
    .barrier = sim_barrier,
    .barrier_result = sim_barrier_result,
    .exit = sim_exit,
    .yield = sim_yield,
    .fault = sim_fault,
    .odd_access = sim_odd_access,
    .function = sim_function_at,
    .access = sim_look,
    .count = sim_count,
    .count_divergence = sim_count_divergence,
    .count_access = sim_count_access,
    .print = sim_print,
    .allocate = sim_allocate,
    .release = sim_release,
    .assertion = sim_assertion,
    .clock = sim_clock,
};

void sim_initialise(const struct sim_instance *instance) {
    const struct sim_module *module = instance->module;
    for (uint32_t i = 0; i < module->global_count; i++) {
        const struct sim_global *global = &module->globals[i];
        unsigned char *at = (unsigned char *)(uintptr_t)instance->addresses[i];
        memset(at, 0, global->size);
        if (global->initial) {
            memcpy(at, global->initial, global->initial_size);
        }
        for (uint32_t k = 0; k < global->relocation_count; k++) {
            const struct sim_relocation *relocation = &global->relocations[k];
            uint64_t value = relocation->is_function ? SIM_CODE_BASE + 16 * (uint64_t)relocation->index
                                                     : instance->addresses[relocation->index];
            value = (value + (uint64_t)relocation->addend) >> relocation->shift;
            memcpy(at + relocation->offset, &value, relocation->size);
        }
    }
}

static int refuse(struct sim_report *report, int error, const char *cause) {
    report->error = error;
    snprintf(report->cause, sizeof report->cause, "%s", cause);
    return error;
}

static size_t round_up(size_t size, size_t to) {
    return (size + to - 1) / to * to;
}

static bool open_slot(struct sim_launch *launch, struct sim_block *block) {
    uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
    block->launch = launch;
    block->threads = threads;
    block->warp_count = (threads + SIM_LANES - 1) / SIM_LANES;
    block->warps = calloc(block->warp_count, sizeof *block->warps);
    block->finished = calloc(block->warp_count, sizeof *block->finished);
    block->local = sim_window_reserve(launch->device, launch->local_size * block->warp_count * SIM_LANES);
    if (launch->shared_size) {
        block->shared = sim_window_reserve(launch->device, launch->shared_size);
    }
    return block->warps && block->finished && block->local && (block->shared || !launch->shared_size);
}

static void close_slot(struct sim_launch *launch, struct sim_block *block) {
    if (block->local) {
        sim_window_release(launch->device, block->local, launch->local_size * block->warp_count * SIM_LANES);
    }
    if (block->shared) {
        if (launch->device->checks & SIM_CHECK_INIT) {
            sim_shared_end(launch->device, block->shared, launch->shared_size);
        }
        sim_window_release(launch->device, block->shared, launch->shared_size);
    }
    free(block->warps);
    free(block->finished);
}

static void start_warp(struct sim_launch *launch, struct sim_block *block, uint32_t index, const uint32_t ctaid[3]) {
    struct sim_warp *warp = &block->warps[index];
    memset(warp, 0, sizeof *warp);
    warp->run = &sim_runtime;
    warp->base = (uint64_t)(uintptr_t)launch->device->base;
    warp->range = launch->device->size;
    warp->shared = (uint64_t)(uintptr_t)block->shared;
    warp->shared_size = launch->shared_size;
    warp->globals = launch->instance->addresses;
    warp->parameters = launch->parameters;
    warp->dynamic_shared = launch->dynamic_shared;
    warp->dynamic_size = launch->dynamic_size;
    warp->index = index;
    warp->count = block->warp_count;
    warp->grid = launch->number;
    warp->stack_size = launch->local_size;
    warp->local = block->local + (size_t)index * SIM_LANES * launch->local_size;
    warp->block = block;
    warp->launch = launch;
    for (int i = 0; i < 3; i++) {
        warp->ntid[i] = launch->block[i];
        warp->nctaid[i] = launch->grid[i];
        warp->ctaid[i] = ctaid[i];
    }
    for (uint32_t lane = 0; lane < SIM_LANES; lane++) {
        uint32_t thread = index * SIM_LANES + lane;
        warp->tid[0][lane] = thread % launch->block[0];
        warp->tid[1][lane] = thread / launch->block[0] % launch->block[1];
        warp->tid[2][lane] = thread / launch->block[0] / launch->block[1];
        warp->stack_low[lane] = (uint64_t)(uintptr_t)(warp->local + lane * launch->local_size);
        warp->stack[lane] = warp->stack_low[lane] + launch->local_size;
        if (thread < block->threads) {
            warp->alive |= 1u << lane;
        }
    }
    block->finished[index] = false;
}

/* Begins the next block of the grid in a slot; returns whether there was one. */
static bool start_block(struct sim_launch *launch, struct sim_block *block) {
    if (launch->next_block >= launch->blocks) {
        block->running = 0;
        return false;
    }
    uint64_t number = launch->next_block++;
    uint32_t ctaid[3] = {(uint32_t)(number % launch->grid[0]), (uint32_t)(number / launch->grid[0] % launch->grid[1]),
                         (uint32_t)(number / launch->grid[0] / launch->grid[1])};
    memset(block->barriers, 0, sizeof block->barriers);
    block->number = number;
    sim_race_start(block);
    if (block->shared) {
        memset(block->shared, SHARED_FILL, launch->shared_size);
        sim_shadow_clear(launch->device, block->shared, launch->shared_size);
        if (launch->device->checks & SIM_CHECK_INIT) {
            sim_shared_begin(launch->device, block->shared, launch->shared_size);
        }
    }
    block->alive = block->threads;
    block->running = block->warp_count;
    for (uint32_t i = 0; i < block->warp_count; i++) {
        start_warp(launch, block, i, ctaid);
    }
    return true;
}

/* Runs a warp until it waits or ends. */
static void run_warp(struct sim_launch *launch, struct sim_block *block, struct sim_warp *warp) {
    struct sim_fiber *fiber = warp->root;
    launch->current = warp;
    if (!fiber) {
        fiber = sim_fiber_take(launch);
        if (!fiber) {
            sim_fault(warp, SIM_OUT_OF_MEMORY, 0, 0, "the host has no memory for the stacks of warps");
        }
        sim_fiber_prepare(fiber, warp, launch->kernel->code, warp->alive);
        warp->root = fiber;
    }
    warp->fiber = NULL;
    sim_fiber_resume(warp, fiber);
    launch->current = NULL;
    if (fiber->done) {
        sim_fiber_give(launch, fiber);
        warp->root = NULL;
        if (warp->alive) {
            sim_exit(warp, warp->alive);
        }
        block->finished[warp->index] = true;
        block->running--;
    }
}

static bool can_run(const struct sim_block *block, uint32_t index) {
    const struct sim_warp *warp = &block->warps[index];
    return !block->finished[index] && (!warp->alive || (warp->alive & ~warp->blocked));
}

/* No warp can continue: reports which threads wait. */
static void dead_end(struct sim_launch *launch) {
    for (uint32_t slot = 0; slot < launch->slot_count; slot++) {
        struct sim_block *block = &launch->slots[slot];
        for (uint32_t i = 0; block->running && i < block->warp_count; i++) {
            struct sim_warp *warp = &block->warps[i];
            if (block->finished[i] || !warp->alive) {
                continue;
            }
            uint32_t lane = (uint32_t)__builtin_ctz(warp->alive & warp->blocked);
            const char *cause = "threads wait at a barrier that others of their block never reach";
            if ((warp->gathering | warp->met) >> lane & 1) {
                cause = "threads wait for others of their warp, which never come";
            }
            launch->report->check = SIM_CHECK_SYNC;
            sim_fault(warp, SIM_LAUNCH_TIMEOUT, warp->site, lane, cause);
        }
    }
}

static void run(struct sim_launch *launch) {
    uint32_t active = 0;
    for (uint32_t slot = 0; slot < launch->slot_count; slot++) {
        active += start_block(launch, &launch->slots[slot]);
    }
    bool permutes = launch->device->seed != 0;
    while (active) {
        bool progress = false;
        uint32_t first_slot = permutes ? (uint32_t)(sim_random(launch) % launch->slot_count) : 0;
        for (uint32_t k = 0; k < launch->slot_count; k++) {
            struct sim_block *block = &launch->slots[(first_slot + k) % launch->slot_count];
            if (!block->running) {
                continue;
            }
            uint32_t first = permutes ? (uint32_t)(sim_random(launch) % block->warp_count) : 0;
            uint32_t backwards = permutes ? (uint32_t)(sim_random(launch) & 1) : 0;
            for (uint32_t i = 0; i < block->warp_count; i++) {
                uint32_t at = (first + (backwards ? block->warp_count - i : i)) % block->warp_count;
                if (can_run(block, at) && !(permutes && sim_random(launch) % 8 == 0 && (progress = true))) {
                    run_warp(launch, block, &block->warps[at]);
                    progress = true;
                }
            }
            if (!block->running && !start_block(launch, block)) {
                active--;
            }
        }
        if (!progress) {
            dead_end(launch);
        }
        if (launch->deadline && sim_clock(NULL) > launch->deadline) {
            for (uint32_t slot = 0; slot < launch->slot_count; slot++) {
                if (launch->slots[slot].running) {
                    struct sim_warp *warp = &launch->slots[slot].warps[0];
                    sim_fault(warp, SIM_LAUNCH_TIMEOUT, warp->site, 0, "the kernel ran for longer than is allowed");
                }
            }
        }
    }
}

static int check_shape(struct sim_launch *launch, const struct sim_kernel *kernel, size_t dynamic_shared,
                       struct sim_report *report) {
    uint64_t threads = 1;
    launch->blocks = 1;
    for (int i = 0; i < 3; i++) {
        if (!launch->grid[i] || !launch->block[i] || launch->block[i] > MOST_THREADS) {
            return refuse(report, SIM_INVALID_VALUE, "the launch has an extent of 0, or above 1024 threads");
        }
        if (kernel->required[i] && kernel->required[i] != launch->block[i]) {
            return refuse(report, SIM_INVALID_VALUE, "the launch has another shape of blocks than the kernel requires");
        }
        threads *= launch->block[i];
        launch->blocks *= launch->grid[i];
    }
    uint64_t most = (uint64_t)kernel->maximal[0] * kernel->maximal[1] * kernel->maximal[2];
    if (threads > MOST_THREADS || (most && threads > most)) {
        return refuse(report, SIM_INVALID_VALUE, "the launch has more threads in a block than the kernel may have");
    }
    launch->dynamic_shared = (uint32_t)round_up(kernel->shared_size, 16);
    launch->dynamic_size = (uint32_t)dynamic_shared;
    launch->shared_size = launch->dynamic_shared + dynamic_shared;
    if (launch->device->shared_limit && launch->shared_size > launch->device->shared_limit) {
        return refuse(report, SIM_INVALID_VALUE, "the launch needs more shared memory than a block may have");
    }
    return SIM_SUCCESS;
}

int sim_launch(const struct sim_instance *instance, const struct sim_kernel *kernel, const unsigned grid[3],
               const unsigned block[3], size_t dynamic_shared, const void *parameters, size_t size,
               struct sim_report *report) {
    static uint32_t launches;
    struct sim_launch *launch = calloc(1, sizeof *launch);
    if (!launch) {
        return refuse(report, SIM_OUT_OF_MEMORY, "the host has no memory for a launch");
    }
    struct sim_device *device = instance->device;
    launch->instance = instance;
    launch->kernel = kernel;
    launch->device = device;
    launch->report = report;
    launch->number = __atomic_add_fetch(&launches, 1, __ATOMIC_RELAXED);
    launch->random = device->seed * UINT64_C(0x2545f4914f6cdd1d) + launch->number;
    report->kernel = kernel->name;
    memcpy(launch->grid, grid, sizeof launch->grid);
    memcpy(launch->block, block, sizeof launch->block);
    int error = check_shape(launch, kernel, dynamic_shared, report);
    if (error) {
        free(launch);
        return error;
    }
    size_t open = kernel->is_open ? device->stack_limit : 0;
    launch->local_size = round_up(kernel->local_size + open + 256, 256);
    uint32_t frame = kernel->frame;
    for (uint32_t i = 0; i < instance->module->function_count; i++) {
        frame = instance->module->functions[i].frame > frame ? instance->module->functions[i].frame : frame;
    }
    launch->stack_size = round_up((size_t)frame + LEAST_STACK, 64 * 1024);
    launch->parameter_size = kernel->parameter_size;
    uint32_t threads = block[0] * block[1] * block[2];
    uint32_t resident = device->resident_blocks ? device->resident_blocks : RESIDENT_BLOCKS;
    if (!device->resident_blocks && resident * threads > RESIDENT_THREADS) {
        resident = RESIDENT_THREADS / threads;
    }
    launch->slot_count = launch->blocks < resident ? (uint32_t)launch->blocks : resident;
    if (device->timeout > 0) {
        launch->deadline = sim_clock(NULL) + (uint64_t)(device->timeout * 1e9);
    }
    size_t parameter_window = round_up(kernel->parameter_size + 1, 4096);
    unsigned char *window = sim_window_reserve(device, parameter_window);
    launch->slots = calloc(launch->slot_count, sizeof *launch->slots);
    bool ready = window && launch->slots && sim_race_open(launch);
    for (uint32_t i = 0; ready && i < launch->slot_count; i++) {
        ready = open_slot(launch, &launch->slots[i]);
    }
    if (!ready) {
        error = refuse(report, SIM_OUT_OF_MEMORY, "the device has no room for the stacks of a launch");
    } else {
        memcpy(window, parameters, size < kernel->parameter_size ? size : kernel->parameter_size);
        launch->parameters = window;
        sim_catch_signals(launch);
        if (sigsetjmp(launch->escape, 1) == 0) {
            run(launch);
        }
        sim_release_signals();
        fflush(stdout);
        error = report->error;
    }
    sim_fibers_end(launch);
    for (uint32_t i = 0; launch->slots && i < launch->slot_count; i++) {
        close_slot(launch, &launch->slots[i]);
    }
    if (window) {
        sim_window_release(device, window, parameter_window);
    }
    sim_race_close(launch);
    free(launch->slots);
    free(launch);
    return error;
}
