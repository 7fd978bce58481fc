/* Runs one kernel of a translated module: run_kernel MODULE KERNEL GRID BLOCK SHARED SEED ARGUMENT...
 * GRID and BLOCK: x,y,z. ARGUMENT: 4:NUMBER, 8:NUMBER, or buffer:FILE, whose bytes are written back to the file.
 * Prints how the launch ended; `globals` of the module are initialised first. COUNTS in the environment prints counts. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../src/memory.h"

struct buffer {
    const char *file;
    uint64_t address;
    size_t size;
};

static int fail(const char *what)
{
    fprintf(stderr, "run_kernel: %s\n", what);
    return 2;
}

static void finding(void *context, enum sim_check check, const struct sim_report *report)
{
    (void)context;
    printf("finding %d: %s\n", (int)check, report->cause);
}

static bool three(const char *text, unsigned out[3])
{
    return sscanf(text, "%u,%u,%u", &out[0], &out[1], &out[2]) == 3;
}

int main(int count, char **words)
{
    unsigned grid[3], block[3];
    if (count < 7 || !three(words[3], grid) || !three(words[4], block))
        return fail("MODULE KERNEL GRID BLOCK SHARED SEED ARGUMENT...");
    void *library = dlopen(words[1], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        return fail(dlerror());
    const struct sim_module *module = dlsym(library, SIM_MODULE_SYMBOL);
    if (module == NULL || module->abi != SIM_ABI)
        return fail("no module");
    struct sim_device device = {.size = (size_t)1 << 36, .seed = strtoull(words[6], NULL, 0), .stack_limit = 1024};
    device.timeout = 60;
    device.checks = module->checks;
    if (!memory_open(&device, (size_t)1 << 30))
        return fail("no memory");
    struct sim_instance instance = {.device = &device, .module = module};
    instance.addresses = calloc(module->global_count + 1, sizeof *instance.addresses);
    for (uint32_t k = 0; k < module->global_count; k++)
        instance.addresses[k] =
            memory_allocate(&device, module->globals[k].size + 1, BLOCK_GLOBAL, module->globals[k].name);
    sim_initialise(&instance);
    for (uint32_t k = 0; k < module->global_count; k++)
        memory_written(&device, instance.addresses[k], module->globals[k].size);
    const struct sim_kernel *kernel = NULL;
    for (uint32_t k = 0; k < module->kernel_count; k++)
        if (strcmp(module->kernels[k].name, words[2]) == 0)
            kernel = &module->kernels[k];
    if (kernel == NULL)
        return fail("no such kernel");
    unsigned char parameters[4096] = {0};
    struct buffer buffers[16];
    size_t buffer_count = 0;
    for (int k = 7; k < count && (uint32_t)(k - 7) < kernel->parameter_count; k++) {
        uint64_t value = strtoull(words[k] + 2, NULL, 0);
        if (strncmp(words[k], "buffer:", 7) == 0) {
            struct buffer *buffer = &buffers[buffer_count++];
            buffer->file = words[k] + 7;
            FILE *file = fopen(buffer->file, "rb");
            if (file == NULL)
                return fail("a buffer's file cannot be read");
            fseek(file, 0, SEEK_END);
            buffer->size = (size_t)ftell(file);
            rewind(file);
            value = buffer->address = memory_allocate(&device, buffer->size, BLOCK_DEVICE, NULL);
            if (value == 0 || fread((void *)(uintptr_t)value, 1, buffer->size, file) != buffer->size)
                return fail("a buffer cannot be filled");
            memory_written(&device, value, buffer->size);
            fclose(file);
        }
        memcpy(parameters + kernel->parameters[k - 7].offset, &value, words[k][0] == '4' ? 4 : 8);
    }
    struct sim_report report = {.finding = finding};
    if (getenv("COUNTS") != NULL)
        report.counts = calloc(module->site_count + 1, sizeof *report.counts);
    struct timespec before, after;
    clock_gettime(CLOCK_MONOTONIC, &before);
    const int error = sim_launch(&instance, kernel, grid, block, strtoull(words[5], NULL, 0), parameters,
                                 kernel->parameter_size, &report);
    clock_gettime(CLOCK_MONOTONIC, &after);
    printf("error %d\n", error);
    if (error != 0)
        printf("cause %s\nsite %s:%u in %s, PTX line %u\nblock %u,%u,%u thread %u,%u,%u\n", report.cause,
               report.site.file != NULL ? report.site.file : "?", report.site.line,
               report.site.function != NULL ? report.site.function : "?", report.site.ptx_line, report.block[0],
               report.block[1], report.block[2], report.thread[0], report.thread[1], report.thread[2]);
    if (report.counts != NULL) {
        printf("instructions %llu in %g s\n", (unsigned long long)report.lane_instructions,
               (double)(after.tv_sec - before.tv_sec) + 1e-9 * (double)(after.tv_nsec - before.tv_nsec));
        for (uint32_t k = 0; k < module->site_count; k++) {
            const struct sim_counts *counts = &report.counts[k];
            uint64_t warps = 0, lanes = 0;
            for (int kind = 0; kind < SIM_KIND_COUNT; kind++) {
                warps += counts->warps[kind];
                lanes += counts->lanes[kind];
            }
            if (warps != 0)
                printf("line %u: warps %llu lanes %llu divergent %llu loads %llu/%llu stores %llu/%llu shared %llu/%llu "
                       "local %llu/%llu\n", module->sites[k].line, (unsigned long long)warps, (unsigned long long)lanes,
                       (unsigned long long)counts->divergent, (unsigned long long)counts->load_requests,
                       (unsigned long long)counts->load_sectors, (unsigned long long)counts->store_requests,
                       (unsigned long long)counts->store_sectors, (unsigned long long)counts->shared_requests,
                       (unsigned long long)counts->shared_wavefronts, (unsigned long long)counts->local_requests,
                       (unsigned long long)counts->local_sectors);
        }
    }
    for (size_t k = 0; k < buffer_count; k++) {
        FILE *file = fopen(buffers[k].file, "wb");
        if (file == NULL || fwrite((void *)(uintptr_t)buffers[k].address, 1, buffers[k].size, file) != buffers[k].size)
            return fail("a buffer cannot be written");
        fclose(file);
    }
    return error != 0;
}
