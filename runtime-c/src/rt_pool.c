/* The pool of device blocks. Allocating on a GPU stops it; a program that enters the same region
 * repeatedly gets the same blocks again.
 *
 * Sizes are rounded up to classes, eight per doubling, so a block is at most an eighth larger than
 * requested. */
#include "offcy_cause.h"
#include "offcy_device.h"
#include "offcy_present.h"

#include <stdlib.h>

enum {
    SMALLEST_BITS = 8, /* 256 bytes */
    PER_DOUBLING = 8,
    CLASS_COUNT = (63 - SMALLEST_BITS) * PER_DOUBLING,
};

static const ptrdiff_t DEFAULT_LIMIT = (ptrdiff_t)1 << 30;

typedef struct waiting {
    struct waiting *next;
    void *address;
} waiting;

struct offcy_free_list {
    waiting *first;
};

/* The class of a size, and the bytes that its blocks have. -1: larger than any class. */
static int class_of(ptrdiff_t bytes, ptrdiff_t *rounded)
{
    const size_t least = bytes < 1 << SMALLEST_BITS ? (size_t)1 << SMALLEST_BITS : (size_t)bytes;
    const int bits = 63 - __builtin_clzll((unsigned long long)least);
    const size_t step = ((size_t)1 << bits) / PER_DOUBLING;
    const size_t steps = (least - ((size_t)1 << bits) + step - 1) / step;
    if (bits >= 62)
        return -1;
    *rounded = (ptrdiff_t)(((size_t)1 << bits) + steps * step);
    return (bits - SMALLEST_BITS) * PER_DOUBLING + (int)steps; /* 8 steps: the next doubling's 0 */
}

/* The bytes of a class's blocks. */
static ptrdiff_t size_of(int class)
{
    const ptrdiff_t doubling = (ptrdiff_t)1 << (SMALLEST_BITS + class / PER_DOUBLING);
    return doubling + class % PER_DOUBLING * (doubling / PER_DOUBLING);
}

static ptrdiff_t limit_of(offcy_device *device)
{
    if (device->pool.limit == 0) {
        const char *value = getenv("OFFCY_POOL_LIMIT");
        char *end = NULL;
        const long long limit = value != NULL ? strtoll(value, &end, 10) : -1;
        const bool valid = end != NULL && end != value && *end == '\0' && limit >= 0;
        device->pool.limit = !valid ? DEFAULT_LIMIT : limit == 0 ? -1 : (ptrdiff_t)limit;
    }
    return device->pool.limit;
}

bool offcy_pool_keeps(int number)
{
    offcy_device *device = offcy_device_at(number);
    return device != NULL && limit_of(device) > 0;
}

static void empty(int number, offcy_device *device)
{
    if (device->waiting == NULL)
        return;
    for (int class = 0; class < CLASS_COUNT; class++) {
        waiting **link = &device->waiting[class].first;
        while (*link != NULL) {
            waiting *block = *link;
            if (offcy_device_free(number, block->address) < 0) {
                link = &block->next;
                continue;
            }
            *link = block->next;
            device->pool.free_bytes -= size_of(class);
            free(block);
        }
    }
}

void *offcy_pool_take(int number, ptrdiff_t bytes)
{
    offcy_device *device = offcy_device_at(number);
    ptrdiff_t rounded;
    const int class = class_of(bytes, &rounded);
    if (device == NULL || class < 0)
        return NULL;
    device->pool.requests++;
    offcy_forget_cause();
    void *address = NULL;
    waiting *block = device->waiting != NULL ? device->waiting[class].first : NULL;
    if (block != NULL) {
        device->waiting[class].first = block->next;
        device->pool.free_bytes -= rounded;
        device->pool.reused++;
        address = block->address;
        free(block);
    } else {
        /* With blocks waiting, a failure may be caused by them: libomptarget prints one before it is
         * NULL. */
        address = offcy_device_allocate(number, rounded);
        if (address == NULL && device->pool.free_bytes > 0) {
            empty(number, device);
            address = offcy_device_allocate(number, rounded);
        }
    }
    if (address != NULL)
        device->pool.used_bytes += rounded;
    return address;
}

void offcy_pool_give(int number, void *address, ptrdiff_t bytes)
{
    offcy_device *device = offcy_device_at(number);
    ptrdiff_t rounded = 0;
    const int class = class_of(bytes, &rounded);
    device->pool.used_bytes -= rounded;
    if (device->waiting == NULL)
        device->waiting = calloc(CLASS_COUNT, sizeof *device->waiting);
    const bool may_wait = device->waiting != NULL && device->pool.free_bytes + rounded <= limit_of(device);
    /* What the device does not take back is used again, or released with the next one. */
    if (!may_wait && (offcy_device_free(number, address) == 0 || device->waiting == NULL)) {
        if (device->pool.free_bytes > 0 && device->pool.free_bytes > limit_of(device))
            empty(number, device);
        return;
    }
    waiting *block = malloc(sizeof *block);
    if (block == NULL) {
        if (may_wait)
            offcy_device_free(number, address);
        return;
    }
    *block = (waiting){.next = device->waiting[class].first, .address = address};
    device->waiting[class].first = block;
    device->pool.free_bytes += rounded;
}

void offcy_pool_report(int number, offcy_pool_statistics *statistics)
{
    offcy_state *state = offcy_shared();
    *statistics = (offcy_pool_statistics){0};
    pthread_mutex_lock(&state->lock);
    if (number >= 0 && number < state->device_count && state->devices[number] != NULL) {
        const ptrdiff_t limit = limit_of(state->devices[number]);
        *statistics = state->devices[number]->pool;
        statistics->limit = limit > 0 ? limit : 0;
    }
    pthread_mutex_unlock(&state->lock);
}

void offcy_pool_trim(int number)
{
    offcy_state *state = offcy_shared();
    pthread_mutex_lock(&state->lock);
    if (number >= 0 && number < state->device_count && state->devices[number] != NULL &&
        offcy_device_usable_here())
        empty(number, state->devices[number]);
    pthread_mutex_unlock(&state->lock);
}
