/* Runs fake kernels. */
#include "fake.h"

#include <stdio.h>
#include <string.h>

void sim_initialise(const struct sim_instance *instance)
{
    for (uint32_t k = 0; k < instance->module->global_count; k++) {
        const struct sim_global *global = &instance->module->globals[k];
        memset((void *)(uintptr_t)instance->addresses[k], 0, global->size);
        if (global->initial != NULL)
            memcpy((void *)(uintptr_t)instance->addresses[k], global->initial, global->initial_size);
    }
}

/* Every element of 8 bytes: read, then written. */
static int copy(const struct sim_instance *instance, const struct fake_parameters *given, struct sim_report *report)
{
    for (uint64_t k = 0; k < given->count; k++) {
        const uint64_t addresses[] = {given->from + 8 * k, given->to + 8 * k};
        for (int side = 0; side < 2; side++) {
            report->thread[0] = (unsigned)k;
            if (memory_check(instance->device, addresses[side], 8, side == 0 ? SIM_READ : SIM_WRITE, report))
                continue;
            if (report->error != 0)
                return report->error;
            report->finding(report->context, memory_objection(), report);
        }
        *(uint64_t *)(uintptr_t)addresses[1] = *(const uint64_t *)(uintptr_t)addresses[0];
    }
    return 0;
}

int sim_launch(const struct sim_instance *instance, const struct sim_kernel *kernel, const unsigned grid[3],
               const unsigned block[3], size_t dynamic_shared, const void *parameters, size_t size,
               struct sim_report *report)
{
    (void)grid, (void)block, (void)dynamic_shared, (void)size;
    report->site = (struct sim_site){.file = "mod.pyx", .line = 7, .column = 3};
    if (strcmp(kernel->name, "fault") != 0)
        return copy(instance, parameters, report);
    snprintf(report->cause, sizeof report->cause, "the kernel traps");
    return report->error = SIM_LAUNCH_FAILED;
}
