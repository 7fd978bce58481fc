/* The driver, its devices, their primary contexts, attributes and limits. */
#define _GNU_SOURCE
#include "driver.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The device whose context is this thread's current one. */
static __thread device *current_device;

device *driver_current(void)
{
    return current_device != NULL && current_device->references > 0 ? current_device : NULL;
}

device *driver_device_of(uint64_t address)
{
    for (int k = 0; k < driver.device_count; k++) {
        struct sim_device *sim = &driver.devices[k].sim;
        if (address - (uint64_t)(uintptr_t)sim->base < sim->size)
            return &driver.devices[k];
    }
    return NULL;
}

static device *device_at(int number)
{
    return number >= 0 && number < driver.device_count ? &driver.devices[number] : NULL;
}

/* What differs between the simulated GPUs; the H100 is the default. */
struct model {
    int major, minor;
    const char *name;
    int processors, clock, memory_clock, bus_width, l2, threads, shared, shared_optin, blocks, double_ratio;
};

static const struct model MODELS[] = {
    {9, 0, "H100", 132, 1980000, 2619000, 5120, 50 << 20, 2048, 228 << 10, 227 << 10, 32, 2},
    {12, 0, "RTX 5090", 170, 2407000, 14001000, 512, 96 << 20, 1536, 100 << 10, 99 << 10, 24, 64},
    {10, 0, "B200", 148, 1965000, 3996000, 8192, 126 << 20, 2048, 228 << 10, 227 << 10, 32, 2},
    {8, 9, "L40", 142, 2490000, 9001000, 384, 96 << 20, 1536, 100 << 10, 99 << 10, 24, 64},
    {8, 6, "A40", 84, 1740000, 7251000, 384, 6 << 20, 1536, 100 << 10, 99 << 10, 16, 64},
    {8, 0, "A100", 108, 1410000, 1593000, 5120, 40 << 20, 2048, 164 << 10, 163 << 10, 32, 2},
    {7, 5, "T4", 40, 1590000, 5001000, 256, 4 << 20, 1024, 64 << 10, 64 << 10, 16, 32},
};

static const struct model *model(void)
{
    for (size_t k = 0; k < sizeof MODELS / sizeof *MODELS; k++)
        if (MODELS[k].major == driver.major && MODELS[k].minor == driver.minor)
            return &MODELS[k];
    return &MODELS[0];
}

const char *driver_gpu_name(void)
{
    return model()->name;
}

enum { ATTRIBUTE_COUNT = 150 };

/* By CUdevice_attribute. An attribute that is not listed is 0, "no". */
int driver_attribute(int attribute, int *value)
{
    const struct model *gpu = model();
    const struct { int attribute, value; } known[] = {
        {1, 1024}, {2, 1024}, {3, 1024}, {4, 64}, {5, 2147483647}, {6, 65535}, {7, 65535}, /* threads, block, grid */
        {8, 48 << 10}, {9, 64 << 10}, {10, 32}, {11, 2147483647}, {12, 65536}, {13, gpu->clock}, {14, 512},
        {15, 1}, {16, gpu->processors}, {19, 1}, {21, 131072}, {30, 512}, {31, 1}, {32, gpu->double_ratio == 2},
        {36, gpu->memory_clock}, {37, gpu->bus_width}, {38, gpu->l2}, {39, gpu->threads}, {40, 3}, {41, 1},
        {51, 32}, {75, gpu->major}, {76, gpu->minor}, {78, 1}, {79, 1}, {80, 1}, {81, gpu->shared}, {82, 65536},
        {83, 1}, {87, gpu->double_ratio}, {89, 1}, {90, 1}, {95, 1}, {97, gpu->shared_optin}, {99, 1},
        {106, gpu->blocks}, {111, gpu->major >= 8 ? 1024 : 0}, {115, 1},
    };
    if (attribute < 1 || attribute >= ATTRIBUTE_COUNT)
        return INVALID_VALUE;
    *value = 0;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (known[k].attribute == attribute)
            *value = known[k].value;
    return OK;
}

static bool open_device(int ordinal, const struct settings *settings)
{
    device *device = &driver.devices[ordinal];
    *device = (struct device){.ordinal = ordinal, .heap_limit = 8 << 20, .printf_limit = 1 << 20};
    device->sim = (struct sim_device){.ordinal = (unsigned)ordinal, .seed = settings->seed, .checks = settings->checks,
                                      .timeout = settings->timeout, .stack_limit = 1024, .driver = device};
    driver.major = settings->major;
    driver.minor = settings->minor;
    device->sim.shared_limit = (size_t)model()->shared_optin;
    return memory_open(&device->sim, settings->memory);
}

static int start(unsigned flags)
{
    if (flags != 0)
        return INVALID_VALUE;
    if (driver.forked)
        return NOT_INITIALIZED;
    if (driver.initialised)
        return OK;
    struct settings settings;
    if (!driver_settings(&settings))
        return INVALID_VALUE;
    for (int ordinal = 0; ordinal < settings.device_count; ordinal++)
        if (!open_device(ordinal, &settings)) {
            fprintf(stderr, "offcy simulate: cannot reserve addresses for device %d (a limit on virtual memory?)\n",
                    ordinal);
            return OUT_OF_MEMORY;
        }
    driver.device_count = settings.device_count;
    driver.counts = settings.counts;
    driver.initialised = true;
    findings_event("start");
    return settings.device_count > 0 ? OK : NO_DEVICE;
}

EXPORT int cuInit(unsigned flags)
{
    const int failed = driver_enter_early("cuInit");
    return failed != 0 ? failed : driver_leave("cuInit", start(flags));
}

EXPORT int cuDriverGetVersion(int *version)
{
    const int failed = driver_enter_early("cuDriverGetVersion");
    if (failed != 0)
        return failed;
    if (version != NULL)
        *version = 12090;
    return driver_leave("cuDriverGetVersion", version != NULL ? OK : INVALID_VALUE);
}

EXPORT int cuDeviceGetCount(int *count)
{
    const int failed = driver_enter("cuDeviceGetCount");
    if (failed != 0)
        return failed;
    if (count != NULL)
        *count = driver.device_count;
    return driver_leave("cuDeviceGetCount", count != NULL ? OK : INVALID_VALUE);
}

EXPORT int cuDeviceGet(int *handle, int ordinal)
{
    const int failed = driver_enter("cuDeviceGet");
    if (failed != 0)
        return failed;
    if (handle == NULL)
        return driver_leave("cuDeviceGet", INVALID_VALUE);
    if (device_at(ordinal) == NULL)
        return driver_leave("cuDeviceGet", INVALID_DEVICE);
    *handle = ordinal;
    return driver_leave("cuDeviceGet", OK);
}

/* Calls that take a device: `device` is it. */
#define ENTER_DEVICE(NAME, NUMBER)              \
    const int failed = driver_enter(NAME);      \
    if (failed != 0)                            \
        return failed;                          \
    device *device = device_at(NUMBER);         \
    if (device == NULL)                         \
        return driver_leave(NAME, INVALID_DEVICE)

EXPORT int cuDeviceGetName(char *name, int length, int number)
{
    ENTER_DEVICE("cuDeviceGetName", number);
    if (name == NULL || length <= 0)
        return driver_leave("cuDeviceGetName", INVALID_VALUE);
    snprintf(name, (size_t)length, "simulated NVIDIA %s (offcy)", model()->name);
    return driver_leave("cuDeviceGetName", OK);
}

EXPORT int cuDeviceGetUuid(unsigned char *uuid, int number)
{
    ENTER_DEVICE("cuDeviceGetUuid", number);
    if (uuid == NULL)
        return driver_leave("cuDeviceGetUuid", INVALID_VALUE);
    memcpy(uuid, "offcy simulated", 15);
    uuid[15] = (unsigned char)number;
    return driver_leave("cuDeviceGetUuid", OK);
}

EXPORT int cuDeviceGetUuid_v2(unsigned char *uuid, int number)
{
    return cuDeviceGetUuid(uuid, number);
}

EXPORT int cuDeviceTotalMem_v2(size_t *bytes, int number)
{
    ENTER_DEVICE("cuDeviceTotalMem", number);
    size_t free;
    if (bytes != NULL)
        memory_statistics(&device->sim, &free, bytes);
    return driver_leave("cuDeviceTotalMem", bytes != NULL ? OK : INVALID_VALUE);
}

EXPORT int cuDeviceTotalMem(size_t *bytes, int number)
{
    return cuDeviceTotalMem_v2(bytes, number);
}

EXPORT int cuDeviceGetAttribute(int *value, int attribute, int number)
{
    ENTER_DEVICE("cuDeviceGetAttribute", number);
    const int result = value != NULL ? driver_attribute(attribute, value) : INVALID_VALUE;
    if (result == OK && attribute == 34) /* the PCI device's number */
        *value = number;
    return driver_leave("cuDeviceGetAttribute", result);
}

EXPORT int cuDeviceCanAccessPeer(int *can, int number, int peer)
{
    ENTER_DEVICE("cuDeviceCanAccessPeer", number);
    if (can == NULL)
        return driver_leave("cuDeviceCanAccessPeer", INVALID_VALUE);
    if (device_at(peer) == NULL)
        return driver_leave("cuDeviceCanAccessPeer", INVALID_DEVICE);
    *can = peer != number;
    return driver_leave("cuDeviceCanAccessPeer", OK);
}

/* ---- Contexts: only the primary ones; a handle is the address of the device ---- */

static device *context_device(void *context)
{
    for (int k = 0; k < driver.device_count; k++)
        if (context == (void *)&driver.devices[k] && driver.devices[k].references > 0)
            return &driver.devices[k];
    return NULL;
}

EXPORT int cuDevicePrimaryCtxRetain(void **context, int number)
{
    ENTER_DEVICE("cuDevicePrimaryCtxRetain", number);
    if (context == NULL)
        return driver_leave("cuDevicePrimaryCtxRetain", INVALID_VALUE);
    device->references++;
    *context = device;
    return driver_leave("cuDevicePrimaryCtxRetain", OK);
}

EXPORT int cuDevicePrimaryCtxRelease_v2(int number)
{
    ENTER_DEVICE("cuDevicePrimaryCtxRelease", number);
    if (device->references == 0)
        return driver_leave("cuDevicePrimaryCtxRelease", INVALID_CONTEXT);
    driver_drain_device(device);
    device->references--;
    return driver_leave("cuDevicePrimaryCtxRelease", OK);
}

EXPORT int cuDevicePrimaryCtxRelease(int number)
{
    return cuDevicePrimaryCtxRelease_v2(number);
}

EXPORT int cuDevicePrimaryCtxGetState(int number, unsigned *flags, int *active)
{
    ENTER_DEVICE("cuDevicePrimaryCtxGetState", number);
    if (flags == NULL || active == NULL)
        return driver_leave("cuDevicePrimaryCtxGetState", INVALID_VALUE);
    *flags = device->flags;
    *active = device->references > 0;
    return driver_leave("cuDevicePrimaryCtxGetState", OK);
}

EXPORT int cuDevicePrimaryCtxSetFlags_v2(int number, unsigned flags)
{
    ENTER_DEVICE("cuDevicePrimaryCtxSetFlags", number);
    if (flags >= 0x80)
        return driver_leave("cuDevicePrimaryCtxSetFlags", INVALID_VALUE);
    device->flags = flags;
    return driver_leave("cuDevicePrimaryCtxSetFlags", OK);
}

EXPORT int cuDevicePrimaryCtxSetFlags(int number, unsigned flags)
{
    return cuDevicePrimaryCtxSetFlags_v2(number, flags);
}

EXPORT int cuCtxSetCurrent(void *context)
{
    const int failed = driver_enter("cuCtxSetCurrent");
    if (failed != 0)
        return failed;
    device *device = context_device(context);
    if (context != NULL && device == NULL)
        return driver_leave("cuCtxSetCurrent", INVALID_CONTEXT);
    current_device = device;
    return driver_leave("cuCtxSetCurrent", OK);
}

EXPORT int cuCtxGetCurrent(void **context)
{
    const int failed = driver_enter("cuCtxGetCurrent");
    if (failed != 0)
        return failed;
    if (context != NULL)
        *context = driver_current();
    return driver_leave("cuCtxGetCurrent", context != NULL ? OK : INVALID_VALUE);
}

EXPORT int cuCtxGetDevice(int *number)
{
    ENTER_CONTEXT("cuCtxGetDevice");
    if (number != NULL)
        *number = current->ordinal;
    return driver_leave("cuCtxGetDevice", number != NULL ? OK : INVALID_VALUE);
}

EXPORT int cuCtxSynchronize(void)
{
    ENTER_CONTEXT("cuCtxSynchronize");
    return driver_leave("cuCtxSynchronize", driver_drain_device(current));
}

/* CUlimit: the stack of a thread, printf's buffer, the heap of malloc. */
EXPORT int cuCtxGetLimit(size_t *value, int limit)
{
    ENTER_CONTEXT("cuCtxGetLimit");
    if (value == NULL)
        return driver_leave("cuCtxGetLimit", INVALID_VALUE);
    switch (limit) {
    case 0: *value = current->sim.stack_limit; break;
    case 1: *value = current->printf_limit; break;
    case 2: *value = current->heap_limit; break;
    default: return driver_leave("cuCtxGetLimit", UNSUPPORTED_LIMIT);
    }
    return driver_leave("cuCtxGetLimit", OK);
}

EXPORT int cuCtxSetLimit(int limit, size_t value)
{
    ENTER_CONTEXT("cuCtxSetLimit");
    switch (limit) {
    case 0:
        if (value > 512 << 10)
            return driver_leave("cuCtxSetLimit", INVALID_VALUE);
        current->sim.stack_limit = (value + 15) / 16 * 16;
        break;
    case 1: current->printf_limit = value; break;
    case 2:
        current->heap_limit = value;
        memory_limit_heap(&current->sim, value);
        break;
    default: return driver_leave("cuCtxSetLimit", UNSUPPORTED_LIMIT);
    }
    return driver_leave("cuCtxSetLimit", OK);
}

EXPORT int cuCtxEnablePeerAccess(void *context, unsigned flags)
{
    ENTER_CONTEXT("cuCtxEnablePeerAccess");
    device *peer = context_device(context);
    if (peer == NULL)
        return driver_leave("cuCtxEnablePeerAccess", INVALID_CONTEXT);
    if (flags != 0)
        return driver_leave("cuCtxEnablePeerAccess", INVALID_VALUE);
    if (peer == current)
        return driver_leave("cuCtxEnablePeerAccess", INVALID_DEVICE);
    if (current->peers >> peer->ordinal & 1)
        return driver_leave("cuCtxEnablePeerAccess", PEER_ACCESS_ALREADY_ENABLED);
    current->peers |= UINT32_C(1) << peer->ordinal;
    return driver_leave("cuCtxEnablePeerAccess", OK);
}
