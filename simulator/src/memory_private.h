/* What the files memory_*.c share about a device's range. */
#ifndef OFFCY_MEMORY_PRIVATE_H
#define OFFCY_MEMORY_PRIVATE_H

#include "memory.h"

#include <pthread.h>

enum { MARK_NONE = 0, MARK_LIVE = 1, MARK_WRITTEN = 3 };

struct span {
    uint64_t offset;
    size_t bytes;
};

struct range {
    pthread_mutex_t lock; /* blocks and spans; kernels of several threads allocate */
    size_t capacity, used;
    size_t heap_limit, heap_used; /* of the kernels' malloc */
    uint64_t next, allocations;
    unsigned char filling;
    unsigned char *marks;
    unsigned char *shadow; /* of `shadow_each` bytes for each byte; NULL before it is requested */
    size_t shadow_each;
    uint32_t *touched; /* for each 32 bytes the last launch, if accesses are counted; NULL before */
    uint32_t *writers, *readers; /* for each 4 bytes the last operation; NULL without SIM_CHECK_SYNC */
    block **blocks; /* sorted, including freed ones */
    size_t block_count, block_capacity;
    block **freed; /* the oldest first */
    size_t freed_count, freed_capacity;
    struct span *spans; /* free pages */
    size_t span_count, span_capacity;
};

static inline struct range *memory_range(const struct sim_device *device)
{
    return device->memory;
}

static inline unsigned char *memory_marks(const struct sim_device *device, uint64_t address)
{
    return memory_range(device)->marks + (address - (uint64_t)(uintptr_t)device->base);
}

static inline bool memory_is_inside(const struct sim_device *device, uint64_t address, size_t bytes)
{
    const uint64_t offset = address - (uint64_t)(uintptr_t)device->base;
    return offset < device->size && bytes <= device->size - offset;
}

/* ---- memory_own.c ---- */

/* Grows the table of `*capacity` elements of `size` bytes, NULL at first, to at least twice as many. NULL: there is no
 * memory, and the table is unchanged. */
void *own_table(void *table, size_t *capacity, size_t size);

/* Items of `size` bytes, of which some are free. */
struct own_pool {
    size_t size;
    void *free;
};

/* An item filled with zeros; NULL: there is no memory. */
void *own_take(struct own_pool *pool);
void own_give(struct own_pool *pool, void *item);

/* A permanent copy of the text, shared by equal texts. */
const char *own_text(const char *text);

/* ---- memory_notes.c ---- */

void memory_drop_notes(block *block);

#endif
