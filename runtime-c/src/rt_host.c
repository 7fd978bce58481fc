/* Host code that uses what may be resident. */
#include "offcy_device.h"
#include "offcy_enter.h"
#include "offcy_resident.h"

#include <stdlib.h>

/* One thing that host code uses, and what came home for it, per device in turn. */
typedef struct used {
    const char *name;
    offcy_extent extent;
    unsigned access;
    ptrdiff_t from;
} used;

static void trace(const offcy_region *place, int device, const used *uses, ptrdiff_t count, bool failed)
{
    bool moved = failed;
    for (ptrdiff_t k = 0; k < count; k++)
        moved = moved || uses[k].from > 0;
    offcy_trace_variable *variables =
        moved && offcy_traced() ? malloc((size_t)count * sizeof *variables) : NULL;
    if (variables == NULL)
        return;
    offcy_region host_code = *place;
    host_code.kind = OFFCY_HOST_CODE;
    host_code.routine = NULL;
    offcy_trace_record record = {
        .region = &host_code, .device = device, .failed = failed, .variables = variables};
    for (ptrdiff_t k = 0; k < count; k++)
        if (uses[k].from > 0)
            variables[record.count++] = (offcy_trace_variable){uses[k].name, 0, uses[k].from};
    offcy_trace_write(&record);
    free(variables);
}

/* Needs the lock. */
static int use_of_device(int number, used *uses, ptrdiff_t count, offcy_error *error)
{
    const uint64_t writer = offcy_writer_bit((uintptr_t)pthread_self(), false);
    for (ptrdiff_t k = 0; k < count; k++) {
        offcy_moved moved = {.writer = writer};
        while (offcy_any_busy(OFFCY_HOST, &uses[k].extent))
            offcy_wait();
        const int status = offcy_coherence_host_use(number, &uses[k].extent, uses[k].access, &moved);
        uses[k].from = moved.from;
        if (status < 0)
            return offcy_fail_data(error, OFFCY_TRANSFER_FAILED, number, uses[k].name, "return",
                                   uses[k].extent.bytes);
    }
    return 0;
}

static int use_all(const offcy_region *place, used *uses, ptrdiff_t count, offcy_error *error)
{
    offcy_state *state = offcy_shared();
    int status = 0;
    offcy_device_begin();
    for (int number = 0; status == 0; number++) {
        pthread_mutex_lock(&state->lock);
        const bool exists = number < state->device_count;
        for (ptrdiff_t k = 0; k < count; k++)
            uses[k].from = 0;
        if (exists)
            status = use_of_device(number, uses, count, error);
        pthread_mutex_unlock(&state->lock);
        if (!exists)
            break;
        trace(place, number, uses, count, status < 0);
    }
    offcy_device_end();
    return status;
}

/* `access_of`: what a row's map means for the host. */
static int use_maps(const offcy_region *place, const offcy_map *maps, int count,
                    unsigned (*access_of)(unsigned map), offcy_error *error)
{
    used few[8], *uses = few;
    if (count > 8 && (uses = malloc((size_t)count * sizeof *uses)) == NULL)
        return offcy_fail_data(error, OFFCY_OUT_OF_HOST_MEMORY, OFFCY_HOST, "map list", NULL, 0);
    int status = 0;
    bool is_any = false;
    for (int k = 0; k < count && status == 0; k++) {
        uses[k] = (used){.name = maps[k].name, .access = access_of(maps[k].map)};
        const char *problem = offcy_extent_of(&maps[k], &uses[k].extent);
        if (problem != NULL)
            status = offcy_fail_data(error, OFFCY_BAD_MAP, OFFCY_HOST, maps[k].name, problem, 0);
        else
            is_any = is_any || offcy_may_be_coherent(&uses[k].extent);
    }
    if (status == 0 && is_any)
        status = use_all(place, uses, count, error);
    if (uses != few)
        free(uses);
    return status;
}

static unsigned as_said(unsigned map)
{
    return map;
}

/* For a region that runs on the host; it may fail before everything is written. */
static unsigned as_mapped(unsigned map)
{
    return OFFCY_READ | (offcy_map_writes(map) ? OFFCY_WRITTEN : 0);
}

static bool concerned(void)
{
    return offcy_any_coherent() && offcy_device_usable_here();
}

int offcy_host_access(const offcy_region *place, const offcy_map *maps, int count,
                      offcy_error *error)
{
    if (!concerned())
        return 0;
    if (offcy_failed(error))
        return -1;
    return use_maps(place, maps, count, as_said, error);
}

int offcy_enter_on_host(const offcy_region *region, const offcy_map *maps, int count,
                        offcy_error *error)
{
    if (region->kind != OFFCY_REGION || !concerned())
        return 0;
    return use_maps(region, maps, count, as_mapped, error);
}

/* Whether only the code of a function that keeps the block, and its callees, reach the data. A
 * context of a callee need not know. */
static bool is_private(const offcy_block *block)
{
    bool found = false;
    for (const struct offcy_entered *holder = block->holders; holder != NULL; holder = holder->next)
        found = found || ((holder->map & OFFCY_COHERENT) && (holder->map & OFFCY_PRIVATE));
    return found;
}

/* Whether code of which nothing is known may reach it. Python's code does not know the addresses of arrays on devices. */
static bool is_reachable(const offcy_block *block, unsigned access)
{
    return block->coherent && (block->resident != NULL ? (access & OFFCY_ARRAYS) != 0 : !is_private(block));
}

/* The coherent blocks that any code may reach. Needs the lock. NULL: none, or no memory. */
static used *reachable_blocks(unsigned access, ptrdiff_t *count, bool *no_memory)
{
    const offcy_state *state = offcy_shared();
    used *uses = malloc(((size_t)state->coherent_count + 1) * sizeof *uses);
    *count = 0;
    *no_memory = uses == NULL;
    for (int number = 0; uses != NULL && number < state->device_count; number++) {
        const offcy_device *device = state->devices[number];
        for (ptrdiff_t k = 0; device != NULL && k < device->present_count; k++)
            if (is_reachable(device->present[k], access))
                uses[(*count)++] = (used){.name = device->present[k]->name,
                                          .extent = offcy_block_extent(device->present[k]),
                                          .access = access & (OFFCY_READ | OFFCY_WRITTEN)};
    }
    return uses;
}

int offcy_host_access_any(const offcy_region *place, unsigned access, offcy_error *error)
{
    if (!concerned())
        return 0;
    if (offcy_failed(error))
        return -1;
    offcy_state *state = offcy_shared();
    ptrdiff_t count;
    bool no_memory;
    /* Python's code does not know the addresses of arrays on devices, and most of the time there is nothing else. */
    const int arrays = __atomic_load_n(&state->resident_count, __ATOMIC_RELAXED);
    if (!(access & OFFCY_ARRAYS) && __atomic_load_n(&state->coherent_count, __ATOMIC_RELAXED) == arrays)
        return offcy_residents_settle(error);
    pthread_mutex_lock(&state->lock);
    used *uses = reachable_blocks(access, &count, &no_memory);
    pthread_mutex_unlock(&state->lock);
    if (no_memory)
        return offcy_fail_data(error, OFFCY_OUT_OF_HOST_MEMORY, OFFCY_HOST, "map list", NULL, 0);
    const int status = use_all(place, uses, count, error);
    free(uses);
    return status == 0 ? offcy_residents_settle(error) : -1;
}
