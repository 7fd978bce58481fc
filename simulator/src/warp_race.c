/* Races: threads of a launch that touch the same bytes, where one writes and nothing orders them.
 *
 * For each four bytes, the last plain or atomic write is known, and the last reads of two threads. Each warp has a clock
 * that grows when its lanes have met; at barriers, the warps of a block exchange their clocks. Two blocks are ordered if
 * the first has used an atomic operation after its access, and the second has used one after that: such an operation is
 * assumed to synchronise, so that no report is a false alarm. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "warp.h"

struct record {
    uint32_t launch; /* 0: none */
    uint32_t block, clock, epoch, site;
    uint16_t thread;
    uint8_t bytes; /* one bit for each of the four */
    uint8_t is_atomic;
};

struct cell {
    struct record writer, readers[2]; /* the readers are different threads, the last one first */
};

/* The times of a block's atomic operations in the total order. */
struct sim_order {
    uint32_t *times; /* of the first one after each sequence of plain accesses */
    uint32_t count, capacity, last;
    bool is_open; /* plain accesses since the last one */
};

bool sim_race_open(struct sim_launch *launch) {
    if (!(launch->device->checks & SIM_CHECK_RACE)) {
        return true;
    }
    launch->cells = sim_shadow(launch->device, sizeof(struct cell) / 4);
    launch->orders = calloc(launch->blocks, sizeof *launch->orders);
    return launch->cells && launch->orders;
}

void sim_race_close(struct sim_launch *launch) {
    for (uint64_t k = 0; launch->orders && k < launch->blocks; k++) {
        free(launch->orders[k].times);
    }
    free(launch->orders);
}

void sim_race_start(struct sim_block *block) {
    memset(block->clocks, 0, sizeof block->clocks);
    for (uint32_t k = 0; k < SIM_MOST_WARPS; k++) {
        block->clocks[k][k] = 1;
    }
}

/* Lanes of the warp have met. */
void sim_race_met(struct sim_warp *warp) {
    warp->block->clocks[warp->index][warp->index]++;
}

void sim_race_barrier(struct sim_block *block, const struct sim_barrier *barrier) {
    uint32_t all[SIM_MOST_WARPS] = {0};
    for (uint32_t i = 0; i < block->warp_count; i++) {
        /* A barrier does not wait for a warp that has ended, and comes after everything that such a warp did. */
        bool is_before = barrier->arrived[i] || !block->warps[i].alive;
        for (uint32_t k = 0; is_before && k < block->warp_count; k++) {
            all[k] = block->clocks[i][k] > all[k] ? block->clocks[i][k] : all[k];
        }
    }
    for (uint32_t i = 0; i < block->warp_count; i++) {
        if (barrier->arrived[i]) {
            memcpy(block->clocks[i], all, sizeof all);
            block->clocks[i][i]++;
        }
    }
}

/* An atomic operation, or a volatile access: it can publish what the block has done. */
static void order(struct sim_launch *launch, struct sim_order *order) {
    order->last = ++launch->time;
    if (!order->is_open) {
        return;
    }
    if (order->count == order->capacity) {
        uint32_t capacity = order->capacity * 2 + 4;
        uint32_t *times = realloc(order->times, capacity * sizeof *times);
        if (!times) {
            return;
        }
        order->times = times;
        order->capacity = capacity;
    }
    order->times[order->count++] = order->last;
    order->is_open = false;
}

static bool is_before(const struct sim_warp *warp, const struct record *record) {
    const struct sim_block *block = warp->block;
    if (record->block != block->number) {
        const struct sim_order *first = &warp->launch->orders[record->block];
        return first->count > record->epoch && first->times[record->epoch] < warp->launch->orders[block->number].last;
    }
    uint32_t other = record->thread / SIM_LANES, known = block->clocks[warp->index][other];
    return other == warp->index ? record->clock < known : record->clock <= known;
}

static bool conflicts(const struct sim_warp *warp, const struct record *record, const struct record *now) {
    return record->launch == now->launch && (record->bytes & now->bytes) &&
           !(record->block == now->block && record->thread == now->thread) && !(record->is_atomic && now->is_atomic) &&
           !is_before(warp, record);
}

static void report_race(struct sim_warp *warp, const struct record *other, bool other_writes, uint64_t address,
                        uint32_t size, enum sim_access access, bool is_shared, uint32_t site, uint32_t lane) {
    static const char *const verbs[] = {"reads", "writes", "updates"};
    struct sim_launch *launch = warp->launch;
    struct sim_report *report = launch->report;
    const struct sim_module *module = launch->instance->module;
    if (!report->finding) {
        return;
    }
    char what[200], line[40] = "";
    if (is_shared) {
        snprintf(what, sizeof what, "%s %u bytes at offset %llu of the block's shared memory", verbs[access], size,
                 (unsigned long long)(address - warp->shared));
    } else {
        memory_describe(launch->device, address, size, access, what, sizeof what);
    }
    if (other->site < module->site_count && module->sites[other->site].file) {
        snprintf(line, sizeof line, " in line %u", module->sites[other->site].line);
    }
    snprintf(report->cause, sizeof report->cause, "%s; thread %u of block %u %s them%s, and nothing orders the two", what,
             other->thread, other->block, other->is_atomic ? "updates" : other_writes ? "writes" : "reads", line);
    sim_place(warp, site, lane);
    report->has_address = !is_shared;
    report->address = address;
    report->size = size;
    report->access = access;
    report->finding(report->context, SIM_CHECK_RACE, report);
    report->cause[0] = 0;
}

static void look_at(struct sim_warp *warp, struct cell *cell, const struct record *now, enum sim_access access,
                    const struct record **found, bool *found_writes) {
    if (conflicts(warp, &cell->writer, now)) {
        *found = &cell->writer;
        *found_writes = true;
    }
    for (int k = 0; access != SIM_READ && !*found && k < 2; k++) {
        if (conflicts(warp, &cell->readers[k], now)) {
            *found = &cell->readers[k];
        }
    }
}

static void note(struct cell *cell, const struct record *now, enum sim_access access) {
    struct record *last = &cell->readers[0];
    if (access != SIM_READ) {
        cell->writer = *now;
    } else {
        if (last->launch != now->launch || last->block != now->block || last->thread != now->thread) {
            cell->readers[1] = *last;
        }
        *last = *now;
    }
}

void sim_race(struct sim_warp *warp, uint64_t address, uint32_t size, enum sim_access access, bool is_strong, bool is_shared,
              uint32_t site, uint32_t lane) {
    struct sim_launch *launch = warp->launch;
    struct sim_block *block = warp->block;
    struct sim_order *own = &launch->orders[block->number];
    bool is_atomic = is_strong || access == SIM_ATOMIC;
    if (is_atomic) {
        order(launch, own);
    } else {
        own->is_open = true;
    }
    if (is_strong && access == SIM_READ) {
        return;
    }
    struct record now = {.launch = launch->number, .block = (uint32_t)block->number,
                         .clock = block->clocks[warp->index][warp->index], .epoch = own->count, .site = site,
                         .thread = (uint16_t)(warp->index * SIM_LANES + lane), .is_atomic = is_atomic};
    struct cell *cells = launch->cells;
    const struct record *found = NULL;
    struct record other;
    bool writes = false;
    uint64_t offset = address - warp->base;
    for (uint64_t at = offset / 4; at <= (offset + size - 1) / 4; at++) {
        uint32_t from = at * 4 < offset ? (uint32_t)(offset - at * 4) : 0;
        uint32_t to = at * 4 + 4 > offset + size ? (uint32_t)(offset + size - at * 4) : 4;
        now.bytes = (uint8_t)((1u << to) - (1u << from));
        if (!found) {
            look_at(warp, &cells[at], &now, access, &found, &writes);
            if (found) {
                other = *found;
            }
        }
        note(&cells[at], &now, access);
    }
    if (found) {
        report_race(warp, &other, writes, address, size, access, is_shared, site, lane);
    }
}
