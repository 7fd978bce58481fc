/* The present table: one sorted list of ranges per device. libomptarget's own table silently
 * accepts overlaps, and ends the process over them later. */
#include "offcy_present.h"

#include "offcy_device.h"
#include "offcy_record.h"
#include "offcy_resident.h"
#include "offcy_simulator.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

ptrdiff_t offcy_first_present(const offcy_device *device, const char *low)
{
    ptrdiff_t from = 0, to = device->present_count;
    while (from < to) {
        const ptrdiff_t middle = from + (to - from) / 2;
        const offcy_block *block = device->present[middle];
        if (block->low + block->bytes > low)
            to = middle;
        else
            from = middle + 1;
    }
    return from;
}

offcy_presence offcy_find_present(const offcy_device *device, const char *low, ptrdiff_t bytes,
                                  offcy_block **block)
{
    const ptrdiff_t place = offcy_first_present(device, low);
    if (place == device->present_count || device->present[place]->low >= low + bytes)
        return OFFCY_ABSENT;
    *block = device->present[place];
    return (*block)->low <= low && low + bytes <= (*block)->low + (*block)->bytes ? OFFCY_WITHIN
                                                                                 : OFFCY_PARTLY;
}

static int insert(offcy_device *device, offcy_block *block)
{
    if (device->present_count == device->present_capacity) {
        const ptrdiff_t capacity = device->present_capacity * 2 + 16;
        offcy_block **present = realloc(device->present, (size_t)capacity * sizeof *present);
        if (present == NULL)
            return -1;
        device->present = present;
        device->present_capacity = capacity;
    }
    const ptrdiff_t place = offcy_first_present(device, block->low);
    memmove(device->present + place + 1, device->present + place,
            (size_t)(device->present_count - place) * sizeof *device->present);
    device->present[place] = block;
    device->present_count++;
    return 0;
}

static void take_out(offcy_device *device, const offcy_block *block)
{
    const ptrdiff_t place = offcy_first_present(device, block->low);
    device->present_count--;
    memmove(device->present + place, device->present + place + 1,
            (size_t)(device->present_count - place) * sizeof *device->present);
}

static void give_back(int number, offcy_memory memory, ptrdiff_t bytes)
{
    const bool is_foreign = memory.resident != NULL && memory.resident->is_foreign;
    if (memory.chunk != NULL)
        offcy_chunk_give(number, memory.chunk);
    else if (!is_foreign && !offcy_record_give(number, memory.address))
        offcy_pool_give(number, memory.address, bytes);
}

/* Needs the lock. */
static void count_coherent(const offcy_block *block)
{
    offcy_state *state = offcy_shared();
    const uintptr_t low = (uintptr_t)block->low, high = low + (uintptr_t)block->bytes;
    const bool is_first = state->coherent_count == 0;
    if (is_first || low < state->coherent_low)
        __atomic_store_n(&state->coherent_low, low, __ATOMIC_RELAXED);
    if (is_first || high > state->coherent_high)
        __atomic_store_n(&state->coherent_high, high, __ATOMIC_RELAXED);
    __atomic_fetch_add(&state->coherent_count, 1, __ATOMIC_RELEASE);
}

offcy_block *offcy_make_present(int number, char *low, ptrdiff_t bytes, offcy_memory memory, bool coherent,
                                const char *name, offcy_error *error)
{
    offcy_device *device = offcy_device_at(number);
    offcy_block *block = device != NULL ? malloc(sizeof *block) : NULL;
    if (block == NULL)
        goto no_host_memory;
    *block = (offcy_block){.low = low, .bytes = bytes, .address = memory.address, .name = name, .chunk = memory.chunk,
                           .resident = memory.resident, .coherent = coherent};
    block->flag = offcy_record_flag(number, memory.address);
    if (coherent && offcy_segments_begin(&block->segments, bytes) < 0)
        goto no_host_memory;
    const bool is_foreign = memory.resident != NULL && memory.resident->is_foreign;
    if (block->flag == NULL && !is_foreign) /* what waits there, or is somebody else's, is still valid */
        offcy_simulator_block(memory.address, bytes, name);
    if (offcy_device_associate(number, low, memory.address, bytes) < 0) {
        offcy_fail_data(error, OFFCY_TRANSFER_FAILED, number, name, "associate", bytes);
        goto no_association;
    }
    if (insert(device, block) < 0) {
        offcy_fail_data(error, OFFCY_OUT_OF_HOST_MEMORY, number, name, NULL, bytes);
        goto no_entry;
    }
    if (coherent)
        count_coherent(block);
    return block;

no_entry:
    offcy_device_disassociate(number, low);
no_association:
    give_back(number, memory, bytes);
    free(block->segments.list);
    free(block);
    return NULL;
no_host_memory:
    offcy_fail_data(error, OFFCY_OUT_OF_HOST_MEMORY, number, name, NULL, bytes);
    give_back(number, memory, bytes);
    free(block);
    return NULL;
}

void offcy_make_absent(int number, offcy_block *block)
{
    take_out(offcy_device_at(number), block);
    offcy_device_disassociate(number, block->low);
    const offcy_memory memory = {.address = block->address, .chunk = block->chunk, .resident = block->resident};
    give_back(number, memory, block->bytes);
    block->address = NULL;
    if (block->coherent)
        __atomic_fetch_sub(&offcy_shared()->coherent_count, 1, __ATOMIC_RELEASE);
}

void offcy_drop_block(int number, offcy_block *block)
{
    if (block->address != NULL)
        offcy_make_absent(number, block);
    free(block->strided);
    free(block->segments.list);
    free(block);
}

void *offcy_device_pointer(const void *host, ptrdiff_t bytes, int number)
{
    offcy_state *state = offcy_shared();
    char *address = NULL;
    offcy_block *block;
    pthread_mutex_lock(&state->lock);
    offcy_device *device = number >= 0 && number < state->device_count ? state->devices[number] : NULL;
    if (device != NULL &&
        offcy_find_present(device, host, bytes > 0 ? bytes : 1, &block) == OFFCY_WITHIN)
        address = block->address + ((const char *)host - block->low);
    pthread_mutex_unlock(&state->lock);
    return address;
}

bool offcy_may_be_coherent(const offcy_extent *extent)
{
    const offcy_state *state = offcy_shared();
    const uintptr_t low = (uintptr_t)extent->low;
    return low < __atomic_load_n(&state->coherent_high, __ATOMIC_RELAXED) &&
           low + (uintptr_t)extent->bytes > __atomic_load_n(&state->coherent_low, __ATOMIC_RELAXED);
}

bool offcy_any_coherent(void)
{
    return __atomic_load_n(&offcy_shared()->coherent_count, __ATOMIC_ACQUIRE) != 0;
}
