/* What is read and written of arrays that live on devices, other than by regions and compiled host code. */
#include "offcy_device.h"
#include "offcy_coherence.h"
#include "offcy_resident.h"
#include "offcy_staging.h"

#include <string.h>

static const char array[] = "array";
static const offcy_region uses = {.function = "offcy.ndarray", .file = "", .kind = OFFCY_HOST_CODE, .coherent = true};

/* Nobody else moves the data of `one` and `other`, which may be the same, from now on; the lock is free meanwhile. 0, or -1 with `*error`. */
static int begin(offcy_resident *one, offcy_resident *other, offcy_error *error)
{
    if (!offcy_device_usable_here())
        return offcy_fail_data(error, OFFCY_FORKED, one->device, array, NULL, 0);
    offcy_device_begin();
    pthread_mutex_lock(&offcy_shared()->lock);
    while (one->block->busy || other->block->busy)
        offcy_wait();
    one->block->busy = other->block->busy = true;
    pthread_mutex_unlock(&offcy_shared()->lock);
    return 0;
}

/* `status`: of the move, `action`. */
static int end(offcy_resident *one, offcy_resident *other, int status, const char *action, ptrdiff_t bytes, offcy_error *error)
{
    pthread_mutex_lock(&offcy_shared()->lock);
    one->block->busy = other->block->busy = false;
    offcy_wake();
    pthread_mutex_unlock(&offcy_shared()->lock);
    offcy_device_end();
    return status < 0 ? offcy_fail_data(error, OFFCY_TRANSFER_FAILED, one->device, array, action, bytes) : 0;
}

int offcy_resident_use(offcy_resident *resident, const offcy_map *map, offcy_error *error)
{
    if (resident->block == NULL)
        return 0;
    if (!offcy_device_usable_here())
        return offcy_fail_data(error, OFFCY_FORKED, resident->device, array, NULL, 0);
    return offcy_host_access(&uses, map, 1, error);
}

int offcy_resident_read(offcy_resident *resident, ptrdiff_t offset, void *to, ptrdiff_t bytes, offcy_error *error)
{
    if (bytes == 0)
        return 0;
    if (begin(resident, resident, error) < 0)
        return -1;
    const bool is_straight = offcy_resident_is_all(resident, offset, offset + bytes, OFFCY_ON_DEVICE);
    const int status = is_straight ? offcy_fetch(resident->device, to, resident->block->address + offset, bytes) : 0;
    if (end(resident, resident, status, "return", bytes, error) < 0)
        return -1;
    if (is_straight) {
        offcy_resident_trace(resident, 0, bytes);
        return 0;
    }
    const offcy_map map = {array, resident->low + offset, 1, 1, OFFCY_READ, &bytes, NULL, NULL, 0};
    if (offcy_resident_use(resident, &map, error) < 0)
        return -1;
    memcpy(to, resident->low + offset, (size_t)bytes);
    return 0;
}

int offcy_resident_write(offcy_resident *resident, ptrdiff_t offset, const void *from, ptrdiff_t bytes,
                         offcy_error *error)
{
    if (bytes == 0)
        return 0;
    if (begin(resident, resident, error) < 0)
        return -1;
    offcy_block *block = resident->block;
    const offcy_extent extent = {.low = resident->low + offset, .bytes = bytes, .run = bytes};
    offcy_moved moved = {0};
    /* Elements of views with gaps that only the device has come home: the new ones replace some of them. */
    int status = offcy_strided_fetch(resident->device, block, &extent, &extent, &moved);
    if (status == 0)
        status = offcy_send(resident->device, block->address + offset, from, bytes);
    if (status == 0)
        status = offcy_coherence_written(resident->device, block, &extent, &moved);
    if (end(resident, resident, status, "receive", bytes, error) < 0)
        return -1;
    offcy_resident_trace(resident, bytes, moved.from);
    return 0;
}

static int copy(offcy_resident *to, const offcy_extent *target, offcy_resident *from, const offcy_extent *source,
                offcy_moved *moved)
{
    const int device = to->device;
    char *into = to->block->address + (target->low - to->low);
    const char *out = from->block->address + (source->low - from->low);
    return offcy_strided_fetch(device, from->block, source, NULL, moved) < 0 ||
                   offcy_coherence_send(device, from->block, source, moved) < 0 ||
                   offcy_strided_fetch(device, to->block, target, target, moved) < 0 ||
                   offcy_device_copy(device, into, out, source->bytes) < 0 ||
                   offcy_coherence_written(device, to->block, target, moved) < 0
               ? -1
               : 0;
}

int offcy_resident_copy(offcy_resident *to, ptrdiff_t to_offset, offcy_resident *from, ptrdiff_t from_offset,
                        ptrdiff_t bytes, offcy_error *error)
{
    if (bytes == 0)
        return 0;
    if (begin(to, from, error) < 0)
        return -1;
    const offcy_extent target = {.low = to->low + to_offset, .bytes = bytes, .run = bytes};
    const offcy_extent source = {.low = from->low + from_offset, .bytes = bytes, .run = bytes};
    offcy_moved moved = {0};
    const int status = copy(to, &target, from, &source, &moved);
    if (end(to, from, status, "copy", bytes, error) < 0)
        return -1;
    if (moved.to > 0 || moved.from > 0)
        offcy_resident_trace(from, moved.to, moved.from);
    return 0;
}
