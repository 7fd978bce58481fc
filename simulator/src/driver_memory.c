/* Allocating and freeing. */
#include "driver.h"

static int allocate(device *current, uint64_t *address, size_t bytes, enum block_kind kind)
{
    if (address == NULL || bytes == 0)
        return INVALID_VALUE;
    *address = memory_allocate(&current->sim, bytes, kind, NULL);
    return *address != 0 ? OK : OUT_OF_MEMORY;
}

/* The block that a program may free: it begins at the address, and the program has allocated it. */
static block *freeable(uint64_t address, device **owner)
{
    *owner = driver_device_of(address);
    block *block = *owner != NULL ? memory_block_at(&(*owner)->sim, address) : NULL;
    return block != NULL && (block->kind == BLOCK_DEVICE || block->kind == BLOCK_MANAGED) ? block : NULL;
}

EXPORT int cuMemAlloc_v2(uint64_t *address, size_t bytes)
{
    ENTER_CONTEXT("cuMemAlloc");
    return driver_leave("cuMemAlloc", allocate(current, address, bytes, BLOCK_DEVICE));
}

EXPORT int cuMemAlloc(uint64_t *address, size_t bytes)
{
    return cuMemAlloc_v2(address, bytes);
}

EXPORT int cuMemAllocManaged(uint64_t *address, size_t bytes, unsigned flags)
{
    ENTER_CONTEXT("cuMemAllocManaged");
    if (flags != 1 && flags != 2 && flags != 4)
        return driver_leave("cuMemAllocManaged", INVALID_VALUE);
    return driver_leave("cuMemAllocManaged", allocate(current, address, bytes, BLOCK_MANAGED));
}

/* Freeing waits for what the devices are doing. */
EXPORT int cuMemFree_v2(uint64_t address)
{
    ENTER_CONTEXT("cuMemFree");
    device *owner;
    if (address == 0)
        return driver_leave("cuMemFree", OK);
    if (freeable(address, &owner) == NULL)
        return driver_leave("cuMemFree", INVALID_VALUE);
    const int error = driver_drain_all();
    memory_free(&owner->sim, freeable(address, &owner));
    return driver_leave("cuMemFree", error);
}

EXPORT int cuMemFree(uint64_t address)
{
    return cuMemFree_v2(address);
}

EXPORT int cuMemAllocAsync(uint64_t *address, size_t bytes, void *handle)
{
    ENTER_CONTEXT("cuMemAllocAsync");
    if (driver_stream(current, handle) == NULL)
        return driver_leave("cuMemAllocAsync", INVALID_HANDLE);
    return driver_leave("cuMemAllocAsync", allocate(current, address, bytes, BLOCK_DEVICE));
}

EXPORT int cuMemFreeAsync(uint64_t address, void *handle)
{
    ENTER_CONTEXT("cuMemFreeAsync");
    device *owner;
    stream *stream = driver_stream(current, handle);
    if (stream == NULL)
        return driver_leave("cuMemFreeAsync", INVALID_HANDLE);
    if (freeable(address, &owner) == NULL)
        return driver_leave("cuMemFreeAsync", INVALID_VALUE);
    const operation operation = {.kind = OP_FREE, .on = owner, .to = address};
    return driver_leave("cuMemFreeAsync", driver_submit(stream, &operation, false));
}

static int pin(void **address, size_t bytes)
{
    if (address == NULL || bytes == 0)
        return INVALID_VALUE;
    *address = memory_pin(bytes);
    return *address != NULL ? OK : OUT_OF_MEMORY;
}

EXPORT int cuMemAllocHost_v2(void **address, size_t bytes)
{
    ENTER_CONTEXT("cuMemAllocHost");
    return driver_leave("cuMemAllocHost", pin(address, bytes));
}

EXPORT int cuMemAllocHost(void **address, size_t bytes)
{
    return cuMemAllocHost_v2(address, bytes);
}

EXPORT int cuMemHostAlloc(void **address, size_t bytes, unsigned flags)
{
    ENTER_CONTEXT("cuMemHostAlloc");
    return driver_leave("cuMemHostAlloc", flags < 8 ? pin(address, bytes) : INVALID_VALUE);
}

EXPORT int cuMemFreeHost(void *address)
{
    ENTER_CONTEXT("cuMemFreeHost");
    const int error = driver_drain_all();
    return driver_leave("cuMemFreeHost", memory_unpin(address) ? error : INVALID_VALUE);
}

EXPORT int cuMemGetInfo_v2(size_t *free, size_t *total)
{
    ENTER_CONTEXT("cuMemGetInfo");
    if (free == NULL || total == NULL)
        return driver_leave("cuMemGetInfo", INVALID_VALUE);
    memory_statistics(&current->sim, free, total);
    return driver_leave("cuMemGetInfo", OK);
}

EXPORT int cuMemGetInfo(size_t *free, size_t *total)
{
    return cuMemGetInfo_v2(free, total);
}

/* The one attribute that is asked for: the device that has the memory. */
EXPORT int cuPointerGetAttribute(void *value, int attribute, uint64_t address)
{
    enum { DEVICE_ORDINAL = 9 };
    ENTER_CONTEXT("cuPointerGetAttribute");
    const device *owner = driver_device_of(address);
    if (value == NULL || attribute != DEVICE_ORDINAL || owner == NULL)
        return driver_leave("cuPointerGetAttribute", INVALID_VALUE);
    *(int *)value = owner->ordinal;
    return driver_leave("cuPointerGetAttribute", OK);
}

EXPORT int cuMemGetAddressRange_v2(uint64_t *base, size_t *size, uint64_t address)
{
    ENTER_CONTEXT("cuMemGetAddressRange");
    device *owner = driver_device_of(address);
    const block *block = owner != NULL ? memory_block_near(&owner->sim, address) : NULL;
    if (block == NULL || block->freed || address - block->address >= block->bytes)
        return driver_leave("cuMemGetAddressRange", NOT_FOUND);
    if (base != NULL)
        *base = block->address;
    if (size != NULL)
        *size = block->bytes;
    return driver_leave("cuMemGetAddressRange", OK);
}
