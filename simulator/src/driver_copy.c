/* Copies and fills.
 *
 * As documented for the driver, a copy from host memory that is not pinned has read it when the call returns, and a copy
 * to such memory is complete then. Pinned memory is read and written when the copy runs. */
#include "driver.h"

#include <stdlib.h>
#include <string.h>

/* A side of a copy: a device's memory, or the host's. */
static bool is_valid(uint64_t address, size_t bytes, bool on_device)
{
    const device *owner = driver_device_of(address);
    if (owner != NULL)
        return memory_may_copy((struct sim_device *)&owner->sim, address, bytes);
    return !on_device && address >= 4096;
}

int driver_run_copy(const operation *copy)
{
    device *to = driver_device_of(copy->to), *from = copy->captured == NULL ? driver_device_of(copy->source) : NULL;
    if ((to != NULL && !memory_may_copy(&to->sim, copy->to, copy->bytes)) ||
        (from != NULL && !memory_may_copy(&from->sim, copy->source, copy->bytes)))
        return ILLEGAL_ADDRESS; /* freed since */
    if (from != NULL)
        memory_check_copy(&from->sim, copy->source, copy->bytes, false, to == NULL);
    if (to != NULL)
        memory_check_copy(&to->sim, copy->to, copy->bytes, true, false);
    const void *source = copy->captured != NULL ? copy->captured : (const void *)(uintptr_t)copy->source;
    memmove((void *)(uintptr_t)copy->to, source, copy->bytes);
    if ((to != NULL) != (from != NULL))
        counts_add_copy(to != NULL ? to : from, to != NULL ? copy->to : copy->source, copy->bytes, to != NULL);
    if (to != NULL && from != NULL)
        memory_copy_marks(&to->sim, copy->to, &from->sim, copy->source, copy->bytes);
    else if (to != NULL)
        memory_written(&to->sim, copy->to, copy->bytes);
    return OK;
}

int driver_run_set(const operation *set)
{
    device *to = driver_device_of(set->to);
    if (to == NULL || !memory_may_copy(&to->sim, set->to, set->bytes))
        return ILLEGAL_ADDRESS;
    memory_check_copy(&to->sim, set->to, set->bytes, true, false);
    for (size_t at = 0; at + set->unit <= set->bytes; at += set->unit)
        memcpy((char *)(uintptr_t)set->to + at, &set->value, set->unit);
    memory_written(&to->sim, set->to, set->bytes);
    return OK;
}

/* `to_device`, `from_device`: what the call says about each side. */
static int submit(device *current, stream *stream, uint64_t to, bool to_device, uint64_t from, bool from_device,
                  size_t bytes, bool now)
{
    if (stream == NULL)
        return INVALID_HANDLE;
    if (bytes == 0)
        return OK;
    if (!is_valid(to, bytes, to_device) || !is_valid(from, bytes, from_device))
        return INVALID_VALUE;
    operation copy = {.kind = OP_COPY, .on = current, .to = to, .source = from, .bytes = bytes};
    if (driver_device_of(from) == NULL && memory_pinned(from) == NULL && !now) {
        copy.captured = malloc(bytes);
        if (copy.captured == NULL)
            return OUT_OF_MEMORY;
        memcpy(copy.captured, (const void *)(uintptr_t)from, bytes);
    }
    const bool to_pageable = driver_device_of(to) == NULL && memory_pinned(to) == NULL;
    return driver_submit(stream, &copy, now || to_pageable);
}

static uint64_t host_address(const void *address)
{
    return (uint64_t)(uintptr_t)address;
}

#define COPY(NAME, PARAMETERS, STREAM, TO, TO_DEVICE, FROM, FROM_DEVICE, NOW)                                       \
    EXPORT int NAME##_v2 PARAMETERS                                                                                 \
    {                                                                                                               \
        ENTER_CONTEXT(#NAME);                                                                                       \
        return driver_leave(#NAME, submit(current, driver_stream(current, STREAM), TO, TO_DEVICE, FROM, FROM_DEVICE, \
                                          bytes, NOW));                                                             \
    }

COPY(cuMemcpyHtoD, (uint64_t to, const void *from, size_t bytes), NULL, to, true, host_address(from), false, true)
COPY(cuMemcpyDtoH, (void *to, uint64_t from, size_t bytes), NULL, host_address(to), false, from, true, true)
COPY(cuMemcpyDtoD, (uint64_t to, uint64_t from, size_t bytes), NULL, to, true, from, true, false)
COPY(cuMemcpyHtoDAsync, (uint64_t to, const void *from, size_t bytes, void *stream), stream, to, true,
     host_address(from), false, false)
COPY(cuMemcpyDtoHAsync, (void *to, uint64_t from, size_t bytes, void *stream), stream, host_address(to), false, from,
     true, false)
COPY(cuMemcpyDtoDAsync, (uint64_t to, uint64_t from, size_t bytes, void *stream), stream, to, true, from, true, false)

EXPORT int cuMemcpyHtoD(uint64_t to, const void *from, size_t bytes)
{
    return cuMemcpyHtoD_v2(to, from, bytes);
}

EXPORT int cuMemcpyDtoH(void *to, uint64_t from, size_t bytes)
{
    return cuMemcpyDtoH_v2(to, from, bytes);
}

EXPORT int cuMemcpyDtoD(uint64_t to, uint64_t from, size_t bytes)
{
    return cuMemcpyDtoD_v2(to, from, bytes);
}

EXPORT int cuMemcpyHtoDAsync(uint64_t to, const void *from, size_t bytes, void *stream)
{
    return cuMemcpyHtoDAsync_v2(to, from, bytes, stream);
}

EXPORT int cuMemcpyDtoHAsync(void *to, uint64_t from, size_t bytes, void *stream)
{
    return cuMemcpyDtoHAsync_v2(to, from, bytes, stream);
}

EXPORT int cuMemcpyDtoDAsync(uint64_t to, uint64_t from, size_t bytes, void *stream)
{
    return cuMemcpyDtoDAsync_v2(to, from, bytes, stream);
}

/* The address of each side decides where it is. */
EXPORT int cuMemcpy(uint64_t to, uint64_t from, size_t bytes)
{
    ENTER_CONTEXT("cuMemcpy");
    return driver_leave("cuMemcpy", submit(current, driver_stream(current, NULL), to, false, from, false, bytes, true));
}

EXPORT int cuMemcpyAsync(uint64_t to, uint64_t from, size_t bytes, void *stream)
{
    ENTER_CONTEXT("cuMemcpyAsync");
    return driver_leave("cuMemcpyAsync",
                        submit(current, driver_stream(current, stream), to, false, from, false, bytes, false));
}

static bool is_context(const void *context)
{
    for (int k = 0; k < driver.device_count; k++)
        if (context == &driver.devices[k] && driver.devices[k].references > 0)
            return true;
    return false;
}

static bool is_of(uint64_t address, const void *context)
{
    return driver_device_of(address) == context;
}

EXPORT int cuMemcpyPeerAsync(uint64_t to, void *to_context, uint64_t from, void *from_context, size_t bytes, void *stream)
{
    ENTER_CONTEXT("cuMemcpyPeerAsync");
    if (!is_context(to_context) || !is_context(from_context))
        return driver_leave("cuMemcpyPeerAsync", INVALID_CONTEXT);
    if (!is_of(to, to_context) || !is_of(from, from_context))
        return driver_leave("cuMemcpyPeerAsync", INVALID_VALUE);
    return driver_leave("cuMemcpyPeerAsync",
                        submit(current, driver_stream(current, stream), to, true, from, true, bytes, false));
}

static int submit_set(device *current, stream *stream, uint64_t to, unsigned value, unsigned unit, size_t count)
{
    if (stream == NULL)
        return INVALID_HANDLE;
    if (to % unit != 0 || count > SIZE_MAX / unit || !is_valid(to, count * unit, true))
        return INVALID_VALUE;
    const operation set = {.kind = OP_SET, .on = current, .to = to, .bytes = count * unit, .value = value, .unit = unit};
    return driver_submit(stream, &set, false);
}

#define SET(NAME, TYPE, UNIT)                                                                                         \
    EXPORT int NAME##Async(uint64_t to, TYPE value, size_t count, void *stream)                                       \
    {                                                                                                                 \
        ENTER_CONTEXT(#NAME "Async");                                                                                 \
        return driver_leave(#NAME "Async",                                                                            \
                            submit_set(current, driver_stream(current, stream), to, value, UNIT, count));             \
    }                                                                                                                 \
    EXPORT int NAME##_v2(uint64_t to, TYPE value, size_t count)                                                       \
    {                                                                                                                 \
        ENTER_CONTEXT(#NAME);                                                                                         \
        return driver_leave(#NAME, submit_set(current, driver_stream(current, NULL), to, value, UNIT, count));        \
    }

SET(cuMemsetD8, unsigned char, 1)
SET(cuMemsetD16, unsigned short, 2)
SET(cuMemsetD32, unsigned, 4)
