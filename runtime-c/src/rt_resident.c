/* Arrays that live on a device. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "offcy_resident.h"

#include "offcy_device.h"
#include "offcy_enter.h"

#include <stdlib.h>
#include <sys/mman.h>

static const char array[] = "array"; /* as messages and the trace name them */
static const offcy_region keeps = {.function = "offcy.ndarray", .file = "", .kind = OFFCY_CONTEXT, .coherent = true};

/* Addresses, and memory only where something is written. An array without elements has an address, too. */
static char *reserve(ptrdiff_t bytes)
{
    const size_t size = bytes > 0 ? (size_t)bytes : 1;
    void *low = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return low != MAP_FAILED ? low : NULL;
}

static offcy_resident *begin(int device, ptrdiff_t bytes, offcy_error *error)
{
    offcy_resident *resident = calloc(1, sizeof *resident);
    struct offcy_entered *holder = calloc(1, sizeof *holder);
    char *low = reserve(bytes);
    if (resident == NULL || holder == NULL || low == NULL) {
        free(resident);
        free(holder);
        if (low != NULL)
            munmap(low, bytes > 0 ? (size_t)bytes : 1);
        /* More than there are addresses is more than any device has. */
        offcy_fail_data(error, OFFCY_OUT_OF_MEMORY, device, array, "allocate", bytes);
        return NULL;
    }
    *resident = (offcy_resident){.low = low, .bytes = bytes, .device = device, .holder = holder, .users = 1};
    *holder = (struct offcy_entered){.name = array,
                                     .extent = {.low = low, .bytes = bytes, .run = bytes},
                                     .place = &keeps,
                                     .map = OFFCY_COHERENT};
    return resident;
}

static void count_in(const offcy_resident *resident, int by)
{
    __atomic_fetch_add(&offcy_shared()->resident_count, by, __ATOMIC_RELEASE);
    __atomic_fetch_add(&offcy_shared()->shared_count, resident->shared ? by : 0, __ATOMIC_RELEASE);
}

/* Needs the lock. */
static void end(offcy_resident *resident)
{
    if (resident->block != NULL) {
        while (resident->block->busy)
            offcy_wait();
        count_in(resident, -1);
        offcy_drop_block(resident->device, resident->block);
    }
    munmap(resident->low, resident->bytes > 0 ? (size_t)resident->bytes : 1);
    free(resident->holder);
    free(resident);
}

static char *take_memory(int device, ptrdiff_t bytes)
{
    char *address = offcy_pool_take(device, bytes);
    while (address == NULL && offcy_evict_largest(device))
        address = offcy_pool_take(device, bytes);
    return address;
}

/* Needs the lock. */
static int make_block(offcy_resident *resident, char *address, bool undefined, offcy_error *error)
{
    const int device = resident->device;
    if (offcy_device_at(device) == NULL)
        return offcy_fail_data(error, OFFCY_OUT_OF_HOST_MEMORY, device, array, NULL, 0);
    if (address == NULL && (address = take_memory(device, resident->bytes)) == NULL)
        return offcy_fail_data(error, OFFCY_OUT_OF_MEMORY, device, array, "allocate", resident->bytes);
    const offcy_memory memory = {.address = address, .resident = resident};
    offcy_block *block = offcy_make_present(device, resident->low, resident->bytes, memory, true, array, error);
    if (block == NULL)
        return -1;
    block->holders = resident->holder;
    resident->holder->block = resident->block = block;
    count_in(resident, 1);
    offcy_moved moved = {0};
    return undefined ? offcy_coherence_undefined(device, block, &resident->holder->extent, &moved) : 0;
}

/* Needs the lock. `address`: NULL for new memory. */
static offcy_resident *make(int device, char *address, ptrdiff_t bytes, bool undefined, offcy_error *error)
{
    offcy_resident *resident = begin(device, bytes, error);
    if (resident == NULL || bytes == 0)
        return resident;
    resident->is_foreign = resident->shared = address != NULL;
    if (make_block(resident, address, undefined, error) == 0)
        return resident;
    end(resident);
    return NULL;
}

offcy_resident *offcy_resident_make(int device, ptrdiff_t bytes, offcy_error *error)
{
    offcy_device_begin();
    pthread_mutex_lock(&offcy_shared()->lock);
    offcy_resident *resident = make(device, NULL, bytes, true, error);
    pthread_mutex_unlock(&offcy_shared()->lock);
    offcy_device_end();
    return resident;
}

/* A block whose memory meets the place; in it, if one has all of that. Needs the lock. */
static offcy_block *find_block(int device, offcy_place place)
{
    const offcy_device *known = offcy_device_at(device);
    for (ptrdiff_t k = 0; known != NULL && k < known->present_count; k++) {
        offcy_block *block = known->present[k];
        if (place.address < block->address + block->bytes && block->address < place.address + place.bytes)
            return block;
    }
    return NULL;
}

/* Needs the lock. */
static offcy_resident *adopt(int device, offcy_place place, offcy_place all, offcy_error *error)
{
    offcy_block *found = find_block(device, place);
    if (found != NULL && found->resident != NULL && found->address <= place.address &&
        place.address + place.bytes <= found->address + found->bytes) {
        found->resident->users++;
        return found->resident;
    }
    if (found != NULL) {
        offcy_fail_data(error, OFFCY_OVERLAP, device, array, found->name, 0);
        return NULL;
    }
    if (find_block(device, all) != NULL)
        all = place;
    offcy_resident *resident = make(device, all.address, all.bytes, false, error);
    offcy_moved moved = {0};
    if (resident != NULL)
        offcy_coherence_written(device, resident->block, &resident->holder->extent, &moved);
    return resident;
}

offcy_resident *offcy_resident_adopt(int device, offcy_place place, offcy_place all, offcy_error *error)
{
    offcy_device_begin();
    pthread_mutex_lock(&offcy_shared()->lock);
    offcy_resident *resident = adopt(device, place, all, error);
    pthread_mutex_unlock(&offcy_shared()->lock);
    offcy_device_end();
    return resident;
}

/* Whoever uses it may do so in a child process, which has no device: what it knows of it is the parent's. */
void offcy_resident_end(offcy_resident *resident)
{
    const bool is_usable = offcy_device_usable_here();
    if (is_usable)
        offcy_device_begin();
    pthread_mutex_lock(&offcy_shared()->lock);
    if (--resident->users == 0) {
        if (!is_usable)
            resident->block = NULL;
        end(resident);
    }
    pthread_mutex_unlock(&offcy_shared()->lock);
    if (is_usable)
        offcy_device_end();
}

bool offcy_resident_is_all(offcy_resident *resident, ptrdiff_t from, ptrdiff_t to, unsigned which)
{
    const offcy_block *block = resident->block;
    const unsigned others = (OFFCY_ON_HOST | OFFCY_ON_BOTH | OFFCY_ON_DEVICE) & ~which;
    return block->strided_count == 0 && !offcy_segments_have(&block->segments, from, to, others);
}

void offcy_resident_trace(const offcy_resident *resident, ptrdiff_t to, ptrdiff_t from)
{
    static const offcy_region place = {.function = "offcy.ndarray", .file = "", .kind = OFFCY_HOST_CODE};
    offcy_trace_variable variable = {array, to, from};
    const offcy_trace_record record = {
        .region = &place, .device = resident->device, .variables = &variable, .count = 1};
    if (offcy_traced())
        offcy_trace_write(&record);
}

/* Whether something must be done so that others may use the device's copy. What other threads may be writing on the host is theirs to
 * settle. Needs the lock. */
static bool is_unsettled(const offcy_resident *resident, uint64_t writer)
{
    const offcy_segments *segments = &resident->block->segments;
    bool found = resident->block->strided_count > 0;
    for (ptrdiff_t k = 0; k < segments->count && !found; k++) {
        const offcy_segment *segment = &segments->list[k];
        found = segment->current == OFFCY_ON_BOTH || (segment->current == OFFCY_ON_HOST && (segment->writers & ~writer) == 0);
    }
    return found;
}

/* Needs the lock, and that nobody moves its data. */
static int settle(offcy_resident *resident, offcy_error *error)
{
    offcy_block *block = resident->block;
    offcy_moved moved = {.writer = offcy_writer_bit((uintptr_t)pthread_self(), true)};
    const offcy_extent all = offcy_block_extent(block);
    if (!is_unsettled(resident, moved.writer))
        return 0;
    if (offcy_strided_fetch(resident->device, block, &all, NULL, &moved) < 0 ||
        offcy_coherence_send(resident->device, block, &all, &moved) < 0 ||
        offcy_coherence_settled(resident->device, block, &all, &moved) < 0)
        return offcy_fail_data(error, OFFCY_TRANSFER_FAILED, resident->device, array, "receive", all.bytes);
    if (moved.to > 0)
        offcy_resident_trace(resident, moved.to, moved.from);
    return 0;
}

void *offcy_resident_share(offcy_resident *resident, offcy_error *error)
{
    if (resident->block == NULL)
        return resident->low;
    if (!offcy_device_usable_here()) {
        offcy_fail_data(error, OFFCY_FORKED, resident->device, array, NULL, 0);
        return NULL;
    }
    offcy_device_begin();
    pthread_mutex_lock(&offcy_shared()->lock);
    while (resident->block->busy)
        offcy_wait();
    const int status = settle(resident, error);
    if (status == 0 && !resident->shared)
        __atomic_fetch_add(&offcy_shared()->shared_count, 1, __ATOMIC_RELEASE);
    resident->shared = resident->shared || status == 0;
    pthread_mutex_unlock(&offcy_shared()->lock);
    offcy_device_end();
    return status == 0 ? resident->block->address : NULL;
}

/* The first array of the table that others use, if something must be done for them; NULL: none. Needs the lock. */
static offcy_resident *find_unsettled(void)
{
    const offcy_state *state = offcy_shared();
    const uint64_t writer = offcy_writer_bit((uintptr_t)pthread_self(), true);
    for (int number = 0; number < state->device_count; number++)
        for (ptrdiff_t k = 0; state->devices[number] != NULL && k < state->devices[number]->present_count; k++) {
            const offcy_block *block = state->devices[number]->present[k];
            if (block->resident != NULL && block->resident->shared && (block->busy || is_unsettled(block->resident, writer)))
                return block->resident;
        }
    return NULL;
}

/* An array whose data nobody moves and that has the bit; `*busy`: one may have it that somebody moves. Needs the lock. */
static offcy_block *find_written(uint64_t writer, bool *busy)
{
    const offcy_state *state = offcy_shared();
    *busy = false;
    for (int number = 0; number < state->device_count; number++)
        for (ptrdiff_t k = 0; state->devices[number] != NULL && k < state->devices[number]->present_count; k++) {
            offcy_block *block = state->devices[number]->present[k];
            if (block->resident == NULL)
                continue;
            *busy = *busy || block->busy;
            if (!block->busy && offcy_segments_written_by(&block->segments, writer))
                return block;
        }
    return NULL;
}

/* The bit of the thread goes to another one: no array keeps it. Needs the lock. */
static void end_writing(void)
{
    bool busy;
    const uintptr_t thread = (uintptr_t)pthread_self();
    const uint64_t writer = offcy_writing_bit(thread);
    while (writer != 0) {
        offcy_block *block = find_written(writer, &busy);
        if (block != NULL)
            offcy_segments_complete(&block->segments, writer);
        else if (busy)
            offcy_wait();
        else
            break;
    }
    offcy_writing_end(thread);
}

int offcy_residents_settle(offcy_error *error)
{
    offcy_state *state = offcy_shared();
    const bool are_shared = __atomic_load_n(&state->shared_count, __ATOMIC_ACQUIRE) > 0;
    const bool are_written = __atomic_load_n(&state->writing, __ATOMIC_RELAXED) > 0;
    if (!(are_shared || are_written) || !offcy_device_usable_here())
        return 0;
    int status = 0;
    offcy_resident *resident;
    offcy_device_begin();
    pthread_mutex_lock(&state->lock);
    while (are_shared && status == 0 && (resident = find_unsettled()) != NULL) {
        if (resident->block->busy)
            offcy_wait(); /* it may be gone afterwards, and the table another */
        else
            status = settle(resident, error);
    }
    end_writing();
    pthread_mutex_unlock(&state->lock);
    offcy_device_end();
    return status;
}

/* The device where the array of a map lives; OFFCY_HOST: it is not such an array. Needs the lock. */
static int home_of(const offcy_map *map)
{
    const offcy_state *state = offcy_shared();
    offcy_extent extent;
    offcy_block *block;
    if (map->host == NULL || offcy_extent_of(map, &extent) != NULL || extent.bytes == 0)
        return OFFCY_HOST;
    for (int number = 0; number < state->device_count; number++)
        if (state->devices[number] != NULL &&
            offcy_find_present(state->devices[number], extent.low, extent.bytes, &block) == OFFCY_WITHIN &&
            block->resident != NULL)
            return number;
    return OFFCY_HOST;
}

/* The device where the arrays of the maps live, and the name of one of them; OFFCY_HOST: all are the host's. If they live on two, `*error` says so. */
static int find_home(const offcy_map *maps, int count, const char **name, offcy_error *error)
{
    int home = OFFCY_HOST;
    pthread_mutex_lock(&offcy_shared()->lock);
    for (int k = 0; k < count; k++) {
        const int own = home_of(&maps[k]);
        if (own != OFFCY_HOST && home != OFFCY_HOST && own != home) {
            offcy_fail_data(error, OFFCY_TWO_HOMES, home, *name, maps[k].name, own);
            break;
        }
        if (own != OFFCY_HOST && home == OFFCY_HOST) {
            home = own;
            *name = maps[k].name;
        }
    }
    pthread_mutex_unlock(&offcy_shared()->lock);
    return home;
}

int offcy_choose_for(int device, const offcy_map *maps, int count, offcy_error *error)
{
    if (__atomic_load_n(&offcy_shared()->resident_count, __ATOMIC_RELAXED) == 0 || device == OFFCY_HOST)
        return offcy_choose_device(device, error);
    const char *name = NULL;
    const int home = find_home(maps, count, &name, error);
    if (home == OFFCY_HOST || offcy_failed(error))
        return offcy_choose_device(device, error);
    if (device != OFFCY_DEFAULT_DEVICE && device != home) {
        offcy_fail_data(error, OFFCY_ELSEWHERE, home, name, NULL, device);
        return OFFCY_DEFAULT_DEVICE;
    }
    const int chosen = offcy_choose_device(home, error);
    if (chosen != home && !offcy_failed(error))
        offcy_fail_data(error, OFFCY_ELSEWHERE, home, name, NULL, OFFCY_HOST);
    return chosen == home ? home : OFFCY_DEFAULT_DEVICE;
}
