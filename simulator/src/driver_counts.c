/* Counts of what kernels do, added up over their launches, and of what copies move, for each place that maps a variable.
 * They go to the file of the findings, as lines of JSON; a later line with the same `id` replaces an earlier one. */
#define _GNU_SOURCE
#include "driver.h"
#include "memory_private.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct tally {
    const struct sim_kernel *kernel;
    const struct sim_module *module;
    uint64_t launches, blocks, threads;
    unsigned block[3]; /* of the last launch */
    size_t shared;     /* of a block, in the last launch */
    int registers;
    struct sim_counts *sites;
};

static struct tally *tallies;
static size_t tally_count, tally_capacity;

/* What was copied for the variables mapped at one place; `file` NULL: for none of the program's variables. */
static struct moved {
    const char *file, *function;
    int line;
    uint64_t to_count, to_bytes, from_count, from_bytes;
} *moved;
static size_t moved_count, moved_capacity;

struct tally *counts_of(const operation *launch)
{
    const struct sim_kernel *kernel = launch->function->kernel;
    const struct sim_module *module = launch->function->module->instance.module;
    if (!driver.counts || !module->counts)
        return NULL;
    for (size_t k = 0; k < tally_count; k++)
        if (tallies[k].kernel == kernel)
            return &tallies[k];
    struct sim_counts *sites = calloc(module->site_count + 1, sizeof *sites);
    if (sites != NULL && tally_count == tally_capacity) {
        struct tally *more = own_table(tallies, &tally_capacity, sizeof *more);
        tallies = more != NULL ? more : tallies;
    }
    if (sites == NULL || tally_count == tally_capacity) {
        free(sites);
        return NULL;
    }
    tallies[tally_count] = (struct tally){.kernel = kernel, .module = module, .sites = sites};
    return &tallies[tally_count++];
}

struct sim_counts *counts_sites(struct tally *tally)
{
    return tally->sites;
}

void counts_add_launch(struct tally *tally, const operation *launch)
{
    const uint64_t blocks = (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2];
    tally->launches++;
    tally->blocks += blocks;
    tally->threads += blocks * launch->block[0] * launch->block[1] * launch->block[2];
    memcpy(tally->block, launch->block, sizeof tally->block);
    tally->shared = tally->kernel->shared_size + launch->shared;
    tally->registers = launch->function->registers;
}

void counts_add_copy(device *device, uint64_t address, size_t bytes, bool to_device)
{
    if (!driver.counts)
        return;
    const note *note = memory_note(memory_block_near(&device->sim, address), address);
    const char *file = note != NULL ? note->file : NULL;
    const int line = note != NULL ? note->line : 0;
    size_t k = 0;
    while (k < moved_count && (moved[k].file != file || moved[k].line != line))
        k++;
    if (k == moved_count && moved_count == moved_capacity) {
        struct moved *more = own_table(moved, &moved_capacity, sizeof *more);
        if (more == NULL)
            return;
        moved = more;
    }
    if (k == moved_count)
        moved[moved_count++] = (struct moved){.file = file, .line = line, .function = note != NULL ? note->function : NULL};
    *(to_device ? &moved[k].to_count : &moved[k].from_count) += 1;
    *(to_device ? &moved[k].to_bytes : &moved[k].from_bytes) += bytes;
}

/* ---- Writing ---- */

static void write_gpu(FILE *out)
{
    static const struct { const char *name; int attribute; } facts[] = {
        {"processors", 16}, {"clock", 13}, {"memory_clock", 36}, {"bus_width", 37}, {"threads", 39}, {"shared", 81},
        {"double_ratio", 87}, {"blocks", 106}, {"major", 75}, {"minor", 76}};
    fputs("{\"event\":\"gpu\"", out);
    findings_text(out, "name", driver_gpu_name());
    for (size_t k = 0; k < sizeof facts / sizeof *facts; k++) {
        int value = 0;
        driver_attribute(facts[k].attribute, &value);
        fprintf(out, ",\"%s\":%d", facts[k].name, value);
    }
    fputs("}\n", out);
}

static void write_list(FILE *out, const char *key, const uint64_t *values, size_t count)
{
    fprintf(out, ",\"%s\":[", key);
    for (size_t k = 0; k < count; k++)
        fprintf(out, "%s%" PRIu64, k > 0 ? "," : "", values[k]);
    fputc(']', out);
}

static void write_site(FILE *out, const struct sim_site *site, const struct sim_counts *counts)
{
    fprintf(out, "{\"line\":%u", site->file != NULL ? site->line : 0);
    findings_text(out, "file", site->file);
    findings_text(out, "function", site->function);
    write_list(out, "warps", counts->warps, SIM_KIND_COUNT);
    write_list(out, "lanes", counts->lanes, SIM_KIND_COUNT);
    fprintf(out, ",\"divergent\":%" PRIu64 ",\"first_sectors\":%" PRIu64, counts->divergent, counts->first_sectors);
    write_list(out, "loads", (uint64_t[]){counts->load_requests, counts->load_sectors, counts->load_bytes}, 3);
    write_list(out, "stores", (uint64_t[]){counts->store_requests, counts->store_sectors, counts->store_bytes}, 3);
    write_list(out, "local", (uint64_t[]){counts->local_requests, counts->local_sectors}, 2);
    write_list(out, "shared", (uint64_t[]){counts->shared_requests, counts->shared_wavefronts}, 2);
    fputc('}', out);
}

static void write_tally(FILE *out, size_t number)
{
    static const struct sim_counts none;
    const struct tally *tally = &tallies[number];
    fprintf(out, "{\"event\":\"counts\",\"id\":\"%d-%zu\"", (int)getpid(), number);
    findings_text(out, "kernel", tally->kernel->name);
    fprintf(out, ",\"launches\":%" PRIu64 ",\"blocks\":%" PRIu64 ",\"threads\":%" PRIu64 ",\"block\":[%u,%u,%u]", tally->launches,
            tally->blocks, tally->threads, tally->block[0], tally->block[1], tally->block[2]);
    fprintf(out, ",\"registers\":%d,\"shared_size\":%zu,\"local_size\":%u,\"sites\":[", tally->registers, tally->shared,
            tally->kernel->local_size);
    bool any = false;
    for (uint32_t k = 0; k < tally->module->site_count; k++) {
        if (memcmp(&tally->sites[k], &none, sizeof none) == 0)
            continue;
        fputs(any ? "," : "", out);
        write_site(out, &tally->module->sites[k], &tally->sites[k]);
        any = true;
    }
    fputs("]}\n", out);
}

static void write_moved(FILE *out, size_t number)
{
    const struct moved *each = &moved[number];
    fprintf(out, "{\"event\":\"copies\",\"id\":\"%d-%zu\",\"line\":%d", (int)getpid(), number, each->line);
    findings_text(out, "file", each->file);
    findings_text(out, "function", each->function);
    write_list(out, "to", (uint64_t[]){each->to_count, each->to_bytes}, 2);
    write_list(out, "from", (uint64_t[]){each->from_count, each->from_bytes}, 2);
    fputs("}\n", out);
}

__attribute__((destructor)) void counts_write(void)
{
    char *text = NULL;
    size_t size = 0;
    if (!driver.counts || driver.forked)
        return;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return;
    write_gpu(out);
    for (size_t k = 0; k < tally_count; k++)
        write_tally(out, k);
    for (size_t k = 0; k < moved_count; k++)
        write_moved(out, k);
    fclose(out);
    findings_append(text, size);
    free(text);
}
