/* What kernels call in the device's library: printf, malloc, free; functions by pointer; clocks. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "warp.h"

const struct sim_function *sim_function_at(struct sim_warp *warp, uint64_t pointer, uint32_t site, uint32_t lane) {
    const struct sim_module *module = warp->launch->instance->module;
    uint64_t offset = pointer - SIM_CODE_BASE;
    if (offset % 16 || offset / 16 >= module->function_count || !module->functions[offset / 16].code) {
        char cause[200];
        snprintf(cause, sizeof cause, "a thread calls 0x%llx, which is not a function of the device",
                 (unsigned long long)pointer);
        sim_fault(warp, SIM_INVALID_PC, site, lane, cause);
    }
    return &module->functions[offset / 16];
}

long sim_text_length(const struct sim_warp *warp, uint64_t address) {
    uint64_t offset = address - warp->base;
    if (offset >= warp->range) {
        return -1;
    }
    return (long)strnlen((const char *)(uintptr_t)address, warp->range - offset);
}

/* The next argument of printf, in the device's layout of varargs. */
static uint64_t argument(struct sim_warp *warp, uint64_t *at, uint32_t size, uint32_t site, uint32_t lane) {
    *at = (*at + size - 1) & ~(uint64_t)(size - 1);
    if (*at - warp->base >= warp->range) {
        sim_fault(warp, SIM_ILLEGAL_ADDRESS, site, lane, "the arguments of printf are not in device memory");
    }
    uint64_t value = 0;
    memcpy(&value, (const void *)(uintptr_t)*at, size);
    *at += size;
    return value;
}

/* Prints one conversion, `spec` with its percent sign. */
static int convert(struct sim_warp *warp, char *spec, size_t length, uint64_t *at, uint32_t site, uint32_t lane) {
    char kind = spec[length - 1];
    bool is_long = memchr(spec, 'l', length) || memchr(spec, 'z', length) || memchr(spec, 'j', length) ||
                   memchr(spec, 't', length);
    if (strchr("feEgGFaA", kind)) {
        uint64_t bits = argument(warp, at, 8, site, lane);
        double value;
        memcpy(&value, &bits, 8);
        return printf(spec, value);
    }
    if (kind == 's') {
        uint64_t text = argument(warp, at, 8, site, lane);
        long known = sim_text_length(warp, text);
        return printf(spec, text == 0 ? "(null)" : known < 0 ? "?" : (const char *)(uintptr_t)text);
    }
    if (kind == 'p') {
        return printf(spec, (void *)(uintptr_t)argument(warp, at, 8, site, lane));
    }
    if (strchr("diuoxXc", kind)) {
        uint64_t value = argument(warp, at, is_long ? 8 : 4, site, lane);
        return is_long ? printf(spec, value) : printf(spec, (uint32_t)value);
    }
    return printf("%s", spec);
}

uint32_t sim_print(struct sim_warp *warp, uint64_t format, uint64_t arguments, uint32_t site, uint32_t lane) {
    if (sim_text_length(warp, format) < 0) {
        sim_fault(warp, SIM_ILLEGAL_ADDRESS, site, lane, "the format of printf is not a string in device memory");
    }
    const char *text = (const char *)(uintptr_t)format;
    uint64_t at = arguments;
    int printed = 0;
    while (*text) {
        size_t plain = strcspn(text, "%");
        if (plain) {
            printed += (int)fwrite(text, 1, plain, stdout);
            text += plain;
            continue;
        }
        if (text[1] == '%') {
            putchar('%');
            printed++;
            text += 2;
            continue;
        }
        char spec[128] = "%";
        size_t length = 1;
        for (text++; *text && length < sizeof spec - 24; text++) {
            if (*text == '*') {
                length += (size_t)snprintf(spec + length, 16, "%d",
                                           (int)argument(warp, &at, 4, site, lane));
                continue;
            }
            spec[length++] = *text;
            if (strchr("diuoxXfFeEgGaAcspn", *text)) {
                text++;
                break;
            }
        }
        spec[length] = 0;
        printed += convert(warp, spec, length, &at, site, lane);
    }
    return (uint32_t)printed;
}

uint64_t sim_allocate(struct sim_warp *warp, uint64_t size) {
    return (uint64_t)(uintptr_t)sim_heap_allocate(warp->launch->device, size ? size : 1);
}

void sim_release(struct sim_warp *warp, uint64_t address, uint32_t site, uint32_t lane) {
    if (address && !sim_heap_free(warp->launch->device, (void *)(uintptr_t)address)) {
        char cause[200];
        snprintf(cause, sizeof cause, "a thread frees 0x%llx, which its malloc did not give",
                 (unsigned long long)address);
        sim_fault(warp, SIM_LAUNCH_FAILED, site, lane, cause);
    }
}

uint64_t sim_clock(struct sim_warp *warp) {
    (void)warp;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}
