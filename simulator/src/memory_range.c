/* The range of addresses that a device reserves, and the blocks in it.
 *
 * Each block has its own pages, and ends where they end, so that the bytes after it are not mapped. Freed blocks are not
 * reused for a while. Beside the range there is one byte for each of its bytes (`marks`): 0 outside of blocks, 1 in a
 * block, 3 where the block has been written. */
#define _GNU_SOURCE
#include "memory_private.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>

enum { MOST_FREED = 4096 };

static const size_t PAGE = 4096;
static struct own_pool records = {.size = sizeof(block)};

static size_t whole_pages(size_t bytes)
{
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

static void *reserve(size_t bytes, int protection)
{
    void *place = mmap(NULL, bytes, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED)
        return NULL;
    madvise(place, bytes, MADV_DONTDUMP);
    return place;
}

bool memory_open(struct sim_device *device, size_t capacity)
{
    static const unsigned char FILLINGS[] = {0xcb, 0xff, 0x7b, 0xa5};
    struct range *range = calloc(1, sizeof *range);
    if (range == NULL)
        return false;
    range->capacity = capacity;
    range->heap_limit = (size_t)8 << 20;
    device->size = 2 * capacity + ((size_t)64 << 30);
    device->base = reserve(device->size, PROT_NONE);
    range->marks = reserve(device->size, PROT_READ | PROT_WRITE);
    if (device->checks & SIM_CHECK_SYNC) {
        range->writers = reserve(device->size, PROT_READ | PROT_WRITE);
        range->readers = reserve(device->size, PROT_READ | PROT_WRITE);
        if (range->writers == NULL || range->readers == NULL)
            return false;
    }
    range->next = PAGE;
    range->filling = FILLINGS[device->seed % sizeof FILLINGS];
    pthread_mutex_init(&range->lock, NULL);
    device->memory = range;
    return device->base != NULL && range->marks != NULL;
}

int memory_first_touch(struct sim_device *device, uint64_t address, uint32_t launch)
{
    struct range *range = memory_range(device);
    if (!memory_is_inside(device, address, 1))
        return 0;
    if (range->touched == NULL)
        range->touched = reserve(device->size / 32 * sizeof *range->touched, PROT_READ | PROT_WRITE);
    if (range->touched == NULL)
        return 0;
    uint32_t *last = &range->touched[(address - (uint64_t)(uintptr_t)device->base) / 32];
    const int is_first = *last != launch;
    *last = launch;
    return is_first;
}

void *sim_shadow(struct sim_device *device, size_t each)
{
    struct range *range = memory_range(device);
    if (range->shadow == NULL) {
        range->shadow = reserve(device->size * each, PROT_READ | PROT_WRITE);
        range->shadow_each = each;
    }
    return range->shadow;
}

void sim_shadow_clear(struct sim_device *device, const void *address, size_t size)
{
    const struct range *range = memory_range(device);
    const size_t offset = (size_t)((const unsigned char *)address - device->base);
    if (range->shadow != NULL)
        madvise(range->shadow + offset * range->shadow_each, whole_pages(size) * range->shadow_each, MADV_DONTNEED);
}

/* ---- Addresses ---- */

/* The offset of unused pages, after a page that will stay unused; 0: no pages are left. */
static uint64_t take_span(struct sim_device *device, size_t bytes)
{
    struct range *range = memory_range(device);
    for (size_t k = range->span_count; k-- > 0;) {
        struct span *span = &range->spans[k];
        if (span->bytes == bytes || (range->next + bytes + PAGE > device->size && span->bytes >= bytes)) {
            const uint64_t offset = span->offset;
            span->offset += bytes;
            span->bytes -= bytes;
            if (span->bytes == 0)
                *span = range->spans[--range->span_count];
            return offset;
        }
    }
    if (range->next + bytes + PAGE > device->size)
        return 0;
    const uint64_t offset = range->next;
    range->next += bytes + PAGE;
    return offset;
}

static void give_span(struct range *range, uint64_t offset, size_t bytes)
{
    if (range->span_count == range->span_capacity) {
        struct span *spans = own_table(range->spans, &range->span_capacity, sizeof *spans);
        if (spans == NULL)
            return; /* never used again */
        range->spans = spans;
    }
    range->spans[range->span_count++] = (struct span){offset, bytes};
}

/* Whether the host has that much memory: a killed process cannot report the reason. */
static bool host_has(size_t bytes)
{
    if (bytes < (size_t)64 << 20)
        return true;
    size_t available = 0;
    FILE *file = fopen("/proc/meminfo", "r");
    char line[128];
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (sscanf(line, "MemAvailable: %zu kB", &available) == 1)
            break;
    if (file != NULL)
        fclose(file);
    return available == 0 || bytes / 1024 < available / 2;
}

/* ---- Blocks ---- */

/* The place of the first block that ends after the address. */
static size_t first_ending_after(const struct range *range, uint64_t address)
{
    size_t from = 0, to = range->block_count;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (range->blocks[middle]->address + range->blocks[middle]->bytes > address)
            to = middle;
        else
            from = middle + 1;
    }
    return from;
}

static bool insert(struct range *range, block *block)
{
    if (range->block_count == range->block_capacity) {
        struct block **blocks = own_table(range->blocks, &range->block_capacity, sizeof *blocks);
        if (blocks == NULL)
            return false;
        range->blocks = blocks;
    }
    const size_t place = first_ending_after(range, block->address);
    memmove(range->blocks + place + 1, range->blocks + place, (range->block_count - place) * sizeof *range->blocks);
    range->blocks[place] = block;
    range->block_count++;
    return true;
}

/* Forgets the block that was freed first; its pages may be used again. */
static void forget_oldest(struct sim_device *device)
{
    struct range *range = memory_range(device);
    block *oldest = range->freed[0];
    memmove(range->freed, range->freed + 1, --range->freed_count * sizeof *range->freed);
    const size_t place = first_ending_after(range, oldest->address);
    range->block_count--;
    memmove(range->blocks + place, range->blocks + place + 1, (range->block_count - place) * sizeof *range->blocks);
    give_span(range, oldest->span, oldest->span_bytes);
    memory_drop_notes(oldest);
    own_give(&records, oldest);
}

static uint64_t allocate(struct sim_device *device, size_t bytes, enum block_kind kind, const char *name)
{
    struct range *range = memory_range(device);
    const size_t counted = (bytes + 511) / 512 * 512;
    if (bytes > range->capacity || counted > range->capacity - range->used || !host_has(bytes))
        return 0;
    if (kind == BLOCK_HEAP && counted > range->heap_limit - range->heap_used)
        return 0;
    const size_t span_bytes = whole_pages(bytes);
    const uint64_t span = take_span(device, span_bytes);
    block *block = span != 0 ? own_take(&records) : NULL;
    if (block == NULL)
        return 0;
    unsigned char *pages = device->base + span;
    const size_t aligned = (bytes + 255) / 256 * 256;
    *block = (struct block){.address = (uint64_t)(uintptr_t)pages + span_bytes - aligned, .bytes = bytes, .kind = kind,
                            .span = span, .span_bytes = span_bytes, .number = ++range->allocations, .name = name};
    if (mprotect(pages, span_bytes, PROT_READ | PROT_WRITE) != 0 || !insert(range, block)) {
        own_give(&records, block);
        return 0;
    }
    range->used += counted;
    range->heap_used += kind == BLOCK_HEAP ? counted : 0;
    memset((void *)(uintptr_t)block->address, range->filling, bytes);
    memset(memory_marks(device, block->address), kind == BLOCK_MANAGED ? MARK_WRITTEN : MARK_LIVE, bytes);
    return block->address;
}

uint64_t memory_allocate(struct sim_device *device, size_t bytes, enum block_kind kind, const char *name)
{
    struct range *range = memory_range(device);
    pthread_mutex_lock(&range->lock);
    const uint64_t address = allocate(device, bytes > 0 ? bytes : 1, kind, name);
    pthread_mutex_unlock(&range->lock);
    return address;
}

/* The block that contains the address, or the nearest one if it is near enough. */
block *memory_block_near(struct sim_device *device, uint64_t address)
{
    const struct range *range = memory_range(device);
    const size_t place = first_ending_after(range, address);
    block *after = place < range->block_count ? range->blocks[place] : NULL;
    block *before = place > 0 ? range->blocks[place - 1] : NULL;
    if (after != NULL && after->address <= address)
        return after;
    const uint64_t most = 1 << 20;
    const uint64_t to_before = before != NULL ? address - (before->address + before->bytes) : UINT64_MAX;
    const uint64_t to_after = after != NULL ? after->address - address : UINT64_MAX;
    if (to_before <= to_after)
        return to_before < most ? before : NULL;
    return to_after < most ? after : NULL;
}

block *memory_block_at(struct sim_device *device, uint64_t address)
{
    block *block = memory_block_near(device, address);
    return block != NULL && block->address == address && !block->freed ? block : NULL;
}

void memory_free(struct sim_device *device, block *block)
{
    struct range *range = memory_range(device);
    pthread_mutex_lock(&range->lock);
    block->freed = true;
    const size_t counted = (block->bytes + 511) / 512 * 512;
    range->used -= counted;
    range->heap_used -= block->kind == BLOCK_HEAP ? counted : 0;
    unsigned char *pages = device->base + block->span;
    madvise(range->marks + block->span, block->span_bytes, MADV_DONTNEED); /* MARK_NONE */
    if (range->writers != NULL) {
        madvise((unsigned char *)range->writers + block->span, block->span_bytes, MADV_DONTNEED);
        madvise((unsigned char *)range->readers + block->span, block->span_bytes, MADV_DONTNEED);
    }
    sim_shadow_clear(device, pages, block->span_bytes);
    madvise(pages, block->span_bytes, MADV_DONTNEED);
    mprotect(pages, block->span_bytes, PROT_NONE);
    while (range->freed_capacity <= MOST_FREED) {
        struct block **freed = own_table(range->freed, &range->freed_capacity, sizeof *freed);
        if (freed == NULL)
            break;
        range->freed = freed;
    }
    if (range->freed_count < range->freed_capacity)
        range->freed[range->freed_count++] = block;
    if (range->freed_count > MOST_FREED)
        forget_oldest(device);
    pthread_mutex_unlock(&range->lock);
}

void memory_statistics(struct sim_device *device, size_t *free, size_t *total)
{
    const struct range *range = memory_range(device);
    *free = range->capacity - range->used;
    *total = range->capacity;
}

void memory_limit_heap(struct sim_device *device, size_t bytes)
{
    struct range *range = memory_range(device);
    range->heap_limit = bytes > range->heap_used ? bytes : range->heap_used;
}

/* ---- Windows and the heap of kernels ---- */

void *sim_window_reserve(struct sim_device *device, size_t size)
{
    struct range *range = memory_range(device);
    size = whole_pages(size > 0 ? size : 1);
    pthread_mutex_lock(&range->lock);
    const uint64_t offset = take_span(device, size);
    void *window = offset != 0 ? device->base + offset : NULL;
    if (window != NULL && mprotect(window, size, PROT_READ | PROT_WRITE) != 0)
        window = NULL;
    pthread_mutex_unlock(&range->lock);
    return window;
}

void sim_window_release(struct sim_device *device, void *window, size_t size)
{
    struct range *range = memory_range(device);
    size = whole_pages(size > 0 ? size : 1);
    pthread_mutex_lock(&range->lock);
    madvise(window, size, MADV_DONTNEED);
    mprotect(window, size, PROT_NONE);
    give_span(range, (uint64_t)((unsigned char *)window - device->base), size);
    pthread_mutex_unlock(&range->lock);
}

void *sim_heap_allocate(struct sim_device *device, size_t size)
{
    return (void *)(uintptr_t)memory_allocate(device, size, BLOCK_HEAP, NULL);
}

int sim_heap_free(struct sim_device *device, void *address)
{
    block *block = memory_block_at(device, (uint64_t)(uintptr_t)address);
    if (block == NULL || block->kind != BLOCK_HEAP)
        return 0;
    memory_free(device, block);
    return 1;
}

/* ---- Pinned memory of the host ---- */

static block *pinned_blocks;
static size_t pinned_count, pinned_capacity;

void *memory_pin(size_t bytes)
{
    if (pinned_count == pinned_capacity) {
        const size_t capacity = pinned_capacity * 2 + 16;
        block *blocks = realloc(pinned_blocks, capacity * sizeof *blocks);
        if (blocks == NULL)
            return NULL;
        pinned_blocks = blocks;
        pinned_capacity = capacity;
    }
    void *address = host_has(bytes) ? aligned_alloc(PAGE, whole_pages(bytes)) : NULL;
    if (address != NULL)
        pinned_blocks[pinned_count++] =
            (block){.address = (uint64_t)(uintptr_t)address, .bytes = bytes, .kind = BLOCK_PINNED};
    return address;
}

bool memory_unpin(void *address)
{
    for (size_t k = 0; k < pinned_count; k++)
        if (pinned_blocks[k].address == (uint64_t)(uintptr_t)address) {
            pinned_blocks[k] = pinned_blocks[--pinned_count];
            free(address);
            return true;
        }
    return false;
}

block *memory_pinned(uint64_t address)
{
    for (size_t k = 0; k < pinned_count; k++)
        if (address - pinned_blocks[k].address < pinned_blocks[k].bytes)
            return &pinned_blocks[k];
    return NULL;
}
