/* Kernels: launches, and queries about a function. */
#include "driver.h"

#include <stdlib.h>
#include <string.h>

/* Words of --check. */
static const char *check_name(enum sim_check check)
{
    switch (check) {
    case SIM_CHECK_MEMORY: return "memory";
    case SIM_CHECK_INIT: return "init";
    case SIM_CHECK_RACE: return "race";
    case SIM_CHECK_SYNC: return "sync";
    }
    return "launch";
}

static const char *kind_of_error(const struct sim_report *report)
{
    if (report->check != 0)
        return check_name(report->check);
    switch (report->error) {
    case SIM_ILLEGAL_ADDRESS:
    case SIM_MISALIGNED_ADDRESS:
    case SIM_INVALID_ADDRESS_SPACE:
    case SIM_STACK_ERROR: return "memory";
    default: return "launch";
    }
}

static void take_finding(void *context, enum sim_check check, const struct sim_report *finding)
{
    device *device = context;
    findings_add(check_name(check), &device->sim, finding);
}

int driver_run_launch(const operation *launch)
{
    const struct sim_kernel *kernel = launch->function->kernel;
    struct sim_report report = {.kernel = kernel->name, .finding = take_finding, .context = launch->on};
    struct tally *tally = counts_of(launch);
    report.counts = tally != NULL ? counts_sites(tally) : NULL;
    findings_event("launch");
    const int error = sim_launch(&launch->function->module->instance, kernel, launch->grid, launch->block, launch->shared,
                                 launch->captured, kernel->parameter_size, &report);
    if (tally != NULL)
        counts_add_launch(tally, launch);
    if (error != SIM_SUCCESS) {
        report.error = error;
        if (report.kernel == NULL)
            report.kernel = kernel->name;
        findings_add(kind_of_error(&report), &launch->on->sim, &report);
        counts_write();
    }
    return error;
}

/* ---- Parameters ---- */

static void *const END = NULL, *const BUFFER = (void *)1, *const SIZE = (void *)2;

/* A copy of the kernel's parameters, in the layout of its buffer. */
static int gather(const struct sim_kernel *kernel, void **parameters, void **extra, void **buffer)
{
    *buffer = calloc(1, kernel->parameter_size > 0 ? kernel->parameter_size : 1);
    if (*buffer == NULL)
        return OUT_OF_MEMORY;
    if (parameters != NULL) {
        for (uint32_t k = 0; k < kernel->parameter_count; k++)
            memcpy((char *)*buffer + kernel->parameters[k].offset, parameters[k], kernel->parameters[k].size);
        return OK;
    }
    const void *given = NULL;
    size_t size = 0;
    for (void **each = extra; each != NULL && *each != END; each += 2)
        if (*each == BUFFER)
            given = each[1];
        else if (*each == SIZE)
            size = *(const size_t *)each[1];
        else
            return INVALID_VALUE;
    if (kernel->parameter_size > 0 && (given == NULL || size < kernel->parameter_size))
        return INVALID_VALUE;
    if (given != NULL)
        memcpy(*buffer, given, kernel->parameter_size);
    return OK;
}

static bool fits(const unsigned size[3], const uint32_t required[3], const uint32_t maximal[3])
{
    for (int axis = 0; axis < 3; axis++)
        if (required[0] != 0 && size[axis] != required[axis])
            return false;
    const uint64_t all = (uint64_t)size[0] * size[1] * size[2];
    const uint64_t most = maximal[0] != 0 ? (uint64_t)maximal[0] * (maximal[1] ? maximal[1] : 1) * (maximal[2] ? maximal[2] : 1)
                                          : 1024;
    return all <= most;
}

static int check_launch(const function *function, const device *current, const unsigned grid[3],
                        const unsigned block[3], size_t shared)
{
    const struct sim_kernel *kernel = function->kernel;
    if (function->module->device != current)
        return INVALID_HANDLE;
    for (int axis = 0; axis < 3; axis++)
        if (grid[axis] == 0 || block[axis] == 0 || (axis > 0 && grid[axis] > 65535))
            return INVALID_VALUE;
    if (grid[0] > 2147483647 || block[0] > 1024 || block[1] > 1024 || block[2] > 64 ||
        (uint64_t)block[0] * block[1] * block[2] > 1024 || !fits(block, kernel->required, kernel->maximal) ||
        shared > (size_t)function->dynamic_shared || shared + kernel->shared_size > current->sim.shared_limit)
        return INVALID_VALUE;
    return OK;
}

EXPORT int cuLaunchKernel(void *handle, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                          unsigned block_y, unsigned block_z, unsigned shared, void *stream_handle, void **parameters,
                          void **extra)
{
    ENTER_CONTEXT("cuLaunchKernel");
    const function *function = driver_function(handle);
    stream *stream = driver_stream(current, stream_handle);
    if (function == NULL || stream == NULL)
        return driver_leave("cuLaunchKernel", INVALID_HANDLE);
    operation launch = {.kind = OP_LAUNCH, .on = current, .function = function, .grid = {grid_x, grid_y, grid_z},
                        .block = {block_x, block_y, block_z}, .shared = shared};
    int error = check_launch(function, current, launch.grid, launch.block, shared);
    if (error == OK)
        error = gather(function->kernel, parameters, extra, &launch.captured);
    if (error != OK) {
        free(launch.captured);
        return driver_leave("cuLaunchKernel", error);
    }
    return driver_leave("cuLaunchKernel", driver_submit(stream, &launch, false));
}

/* ---- Functions ---- */

/* CUfunction_attribute */
EXPORT int cuFuncGetAttribute(int *value, int attribute, void *handle)
{
    const int failed = driver_enter("cuFuncGetAttribute");
    if (failed != 0)
        return failed;
    const function *function = driver_function(handle);
    if (function == NULL)
        return driver_leave("cuFuncGetAttribute", INVALID_HANDLE);
    if (value == NULL)
        return driver_leave("cuFuncGetAttribute", INVALID_VALUE);
    const struct sim_kernel *kernel = function->kernel;
    const uint32_t *most = kernel->required[0] != 0 ? kernel->required : kernel->maximal;
    switch (attribute) {
    case 0: /* threads of a block */
        *value = most[0] != 0 ? (int)(most[0] * (most[1] ? most[1] : 1) * (most[2] ? most[2] : 1)) : 1024;
        break;
    case 1: *value = (int)kernel->shared_size; break;
    case 2: *value = 0; break;
    case 3: *value = (int)kernel->local_size; break;
    case 4: *value = function->registers; break;
    case 5:
    case 6: *value = driver.major * 10 + driver.minor; break;
    case 7: *value = 0; break;
    case 8: *value = function->dynamic_shared; break;
    case 9: *value = -1; break;
    default: return driver_leave("cuFuncGetAttribute", INVALID_VALUE);
    }
    return driver_leave("cuFuncGetAttribute", OK);
}

EXPORT int cuFuncSetAttribute(void *handle, int attribute, int value)
{
    const int failed = driver_enter("cuFuncSetAttribute");
    if (failed != 0)
        return failed;
    function *function = driver_function(handle);
    if (function == NULL)
        return driver_leave("cuFuncSetAttribute", INVALID_HANDLE);
    if (attribute == 9)
        return driver_leave("cuFuncSetAttribute", value >= -1 && value <= 100 ? OK : INVALID_VALUE);
    const size_t most = function->module->device->sim.shared_limit;
    if (attribute != 8 || value < 0 || (size_t)value + function->kernel->shared_size > most)
        return driver_leave("cuFuncSetAttribute", INVALID_VALUE);
    function->dynamic_shared = value;
    return driver_leave("cuFuncSetAttribute", OK);
}
