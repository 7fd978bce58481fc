/* Counts of instructions and of memory's sectors. */
#include "warp.h"

void sim_count(struct sim_warp *warp, uint32_t site, enum sim_kind kind, uint32_t instructions, uint32_t mask) {
    struct sim_report *report = warp->launch->report;
    uint64_t lanes = (uint64_t)instructions * (uint64_t)__builtin_popcount(mask);
    report->lane_instructions += lanes;
    if (report->counts) {
        report->counts[site].warps[kind] += instructions;
        report->counts[site].lanes[kind] += lanes;
    }
}

void sim_count_divergence(struct sim_warp *warp, uint32_t site) {
    struct sim_report *report = warp->launch->report;
    if (report->counts) {
        report->counts[site].divergent++;
    }
}

/* How many different sectors the accesses touch; in `first`, how many the launch had not touched before. */
static uint32_t sectors(struct sim_launch *launch, const uint64_t *addresses, uint32_t mask, uint32_t size,
                        uint64_t *first) {
    uint64_t seen[SIM_LANES * 2];
    uint32_t count = 0;
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        uint64_t address = addresses[__builtin_ctz(rest)];
        for (uint64_t sector = address / 32; sector <= (address + size - 1) / 32; sector++) {
            uint32_t i = count;
            while (i && seen[i - 1] != sector) {
                i--;
            }
            if (!i && count < sizeof seen / sizeof *seen) {
                seen[count++] = sector;
                *first += memory_first_touch(launch->device, sector * 32, launch->number) != 0;
            }
        }
    }
    return count;
}

/* The largest number of different words that one of the 32 banks must provide. */
static uint32_t wavefronts(const uint64_t *addresses, uint32_t mask, uint32_t size) {
    uint64_t words[32][32];
    uint32_t counts[32] = {0}, most = 1;
    for (uint32_t rest = mask; rest; rest &= rest - 1) {
        uint64_t address = addresses[__builtin_ctz(rest)];
        for (uint64_t word = address / 4; word <= (address + size - 1) / 4; word++) {
            uint32_t bank = (uint32_t)(word % 32), i = counts[bank];
            while (i && words[bank][i - 1] != word) {
                i--;
            }
            if (!i && counts[bank] < 32) {
                words[bank][counts[bank]++] = word;
                most = counts[bank] > most ? counts[bank] : most;
            }
        }
    }
    return most;
}

void sim_count_access(struct sim_warp *warp, uint32_t site, enum sim_space space, enum sim_access access,
                      uint32_t size, uint32_t mask, const uint64_t *addresses) {
    struct sim_report *report = warp->launch->report;
    if (!report->counts || !mask) {
        return;
    }
    struct sim_counts *counts = &report->counts[site];
    uint64_t first = addresses[__builtin_ctz(mask)];
    uint32_t lanes = (uint32_t)__builtin_popcount(mask);
    if (space == SIM_GENERIC) {
        uint64_t stacks = (uint64_t)(uintptr_t)warp->local;
        space = first - warp->shared < warp->shared_size                     ? SIM_SHARED
                : first - stacks < (uint64_t)SIM_LANES * warp->stack_size ? SIM_LOCAL
                                                                            : SIM_GLOBAL;
    }
    if (space == SIM_SHARED) {
        counts->shared_requests++;
        counts->shared_wavefronts += wavefronts(addresses, mask, size);
    } else if (space == SIM_LOCAL) {
        /* The words of the lanes are adjacent. */
        counts->local_requests++;
        counts->local_sectors += (uint64_t)(lanes * size + 31) / 32;
    } else if (access == SIM_READ) {
        counts->load_requests++;
        counts->load_sectors += sectors(warp->launch, addresses, mask, size, &counts->first_sectors);
        counts->load_bytes += (uint64_t)lanes * size;
    } else {
        counts->store_requests++;
        counts->store_sectors += sectors(warp->launch, addresses, mask, size, &counts->first_sectors);
        counts->store_bytes += (uint64_t)lanes * size;
    }
}
