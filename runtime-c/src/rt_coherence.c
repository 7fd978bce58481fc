/* Which side's copy of coherent data is current. */
#include "offcy_coherence.h"
#include "offcy_device.h"
#include "offcy_enter.h"

#include <stdlib.h>
#include <string.h>

int offcy_coherence_begin(offcy_block *block)
{
    enum { FIRST = 8 };
    block->segments = malloc(FIRST * sizeof *block->segments);
    if (block->segments == NULL)
        return -1;
    block->coherent = true;
    block->segment_capacity = FIRST;
    block->segment_count = 1;
    block->segments[0] = (offcy_segment){block->bytes, OFFCY_ON_HOST};
    return 0;
}

offcy_extent offcy_block_extent(const offcy_block *block)
{
    return (offcy_extent){.low = block->low, .bytes = block->bytes, .run = block->bytes};
}

/* The segment that byte `offset` is in; the last but one may end there. */
static ptrdiff_t segment_at(const offcy_block *block, ptrdiff_t offset)
{
    ptrdiff_t from = 0, to = block->segment_count - 1;
    while (from < to) {
        const ptrdiff_t middle = from + (to - from) / 2;
        if (block->segments[middle].end > offset)
            to = middle;
        else
            from = middle + 1;
    }
    return from;
}

static ptrdiff_t start_of(const offcy_block *block, ptrdiff_t segment)
{
    return segment > 0 ? block->segments[segment - 1].end : 0;
}

/* Room for two more segments. */
static bool reserve(offcy_block *block)
{
    if (block->segment_count + 2 <= block->segment_capacity)
        return true;
    const ptrdiff_t capacity = 2 * block->segment_capacity;
    offcy_segment *segments = realloc(block->segments, (size_t)capacity * sizeof *segments);
    if (segments == NULL)
        return false;
    block->segments = segments;
    block->segment_capacity = capacity;
    return true;
}

/* Makes a segment end at `offset`. */
static void cut(offcy_block *block, ptrdiff_t offset)
{
    const ptrdiff_t place = segment_at(block, offset);
    if (offset == block->bytes || start_of(block, place) == offset)
        return;
    offcy_segment *segment = &block->segments[place];
    memmove(segment + 1, segment, (size_t)(block->segment_count - place) * sizeof *segment);
    segment->end = offset;
    block->segment_count++;
}

/* Joins equal neighbours among the segments from `first` to `last`. */
static void join(offcy_block *block, ptrdiff_t first, ptrdiff_t last)
{
    offcy_segment *segments = block->segments;
    ptrdiff_t kept = first;
    for (ptrdiff_t k = first + 1; k <= last; k++) {
        if (segments[k].current == segments[kept].current)
            segments[kept].end = segments[k].end;
        else
            segments[++kept] = segments[k];
    }
    memmove(segments + kept + 1, segments + last + 1,
            (size_t)(block->segment_count - last - 1) * sizeof *segments);
    block->segment_count -= last - kept;
}

/* Notes the state of the bytes from `from` to `to`. There is room for it. */
static void note(offcy_block *block, ptrdiff_t from, ptrdiff_t to, unsigned which,
                 offcy_current current)
{
    cut(block, from);
    cut(block, to);
    const ptrdiff_t first = segment_at(block, from);
    ptrdiff_t behind = first;
    for (; behind < block->segment_count && start_of(block, behind) < to; behind++)
        if (block->segments[behind].current & which)
            block->segments[behind].current = current;
    join(block, first > 0 ? first - 1 : 0,
         behind < block->segment_count ? behind : block->segment_count - 1);
}

/* Something that is done to every span of an extent, as far as it lies in the block. */
typedef struct work {
    int number;
    offcy_block *block;
    unsigned which; /* the segments in these states */
    offcy_current current;
    ptrdiff_t moved;
} work;

/* The span's part of the block, from its first byte; false: none. */
static bool clip(const offcy_block *block, const char *low, ptrdiff_t bytes, ptrdiff_t *from,
                 ptrdiff_t *to)
{
    *from = low - block->low;
    *to = *from + bytes;
    if (*from < 0)
        *from = 0;
    if (*to > block->bytes)
        *to = block->bytes;
    return *from < *to;
}

/* Copies the span's segments in the states `which`. 0, or -1. */
static int copy_segments(work *work, ptrdiff_t from, ptrdiff_t to, bool home)
{
    const offcy_block *block = work->block;
    for (ptrdiff_t k = segment_at(block, from); k < block->segment_count; k++) {
        ptrdiff_t start = start_of(block, k), end = block->segments[k].end;
        start = start < from ? from : start;
        end = end > to ? to : end;
        if (start >= end)
            break;
        if (!(block->segments[k].current & work->which))
            continue;
        const int status =
            home ? offcy_device_read(work->number, block->low + start, block->address + start, end - start)
                 : offcy_device_write(work->number, block->address + start, block->low + start, end - start);
        if (status < 0)
            return -1;
        work->moved += end - start;
    }
    return 0;
}

/* Where a change cannot be noted for want of memory: all that the device has comes home, and then the
 * host's copies are current everywhere. */
static int give_up_states(work *work)
{
    offcy_block *block = work->block;
    struct work all = {.number = work->number, .block = block, .which = OFFCY_ON_DEVICE};
    if (copy_segments(&all, 0, block->bytes, true) < 0)
        return -1;
    work->moved += all.moved;
    block->segment_count = 1;
    block->segments[0] = (offcy_segment){block->bytes, OFFCY_ON_HOST};
    return 0;
}

static int note_span(void *closure, char *low, ptrdiff_t bytes)
{
    work *work = closure;
    ptrdiff_t from, to;
    if (!clip(work->block, low, bytes, &from, &to))
        return 0;
    if (reserve(work->block)) {
        note(work->block, from, to, work->which, work->current);
        return 0;
    }
    if (work->current == OFFCY_ON_DEVICE && copy_segments(work, from, to, true) < 0)
        return -1;
    return give_up_states(work);
}

static int move_span(work *work, const char *low, ptrdiff_t bytes, bool home)
{
    ptrdiff_t from, to;
    if (!clip(work->block, low, bytes, &from, &to))
        return 0;
    const ptrdiff_t before = work->moved;
    if (copy_segments(work, from, to, home) < 0)
        return -1;
    if (work->moved == before)
        return 0;
    if (!reserve(work->block))
        return home ? give_up_states(work) : 0;
    note(work->block, from, to, work->which, OFFCY_ON_BOTH);
    return 0;
}

static int send_span(void *work, char *low, ptrdiff_t bytes)
{
    return move_span(work, low, bytes, false);
}

static int fetch_span(void *work, char *low, ptrdiff_t bytes)
{
    return move_span(work, low, bytes, true);
}

ptrdiff_t offcy_coherence_send(int number, offcy_block *block, const offcy_extent *extent)
{
    work work = {.number = number, .block = block, .which = OFFCY_ON_HOST};
    return offcy_extent_each_span(extent, send_span, &work) < 0 ? -1 : work.moved;
}

ptrdiff_t offcy_coherence_fetch(int number, offcy_block *block, const offcy_extent *extent)
{
    work work = {.number = number, .block = block, .which = OFFCY_ON_DEVICE};
    return offcy_extent_each_span(extent, fetch_span, &work) < 0 ? -1 : work.moved;
}

int offcy_coherence_note(int number, offcy_block *block, const offcy_extent *extent, unsigned from,
                         offcy_current to)
{
    work work = {.number = number, .block = block, .which = from, .current = to};
    return offcy_extent_each_span(extent, note_span, &work);
}

bool offcy_evictable(const offcy_block *block)
{
    if (!block->coherent || block->address == NULL)
        return false;
    for (const struct offcy_entered *holder = block->holders; holder != NULL; holder = holder->next)
        if (!(holder->map & OFFCY_COHERENT))
            return false;
    return true;
}

int offcy_evict(int number, offcy_block *block)
{
    const offcy_extent all = offcy_block_extent(block);
    const ptrdiff_t bytes = offcy_coherence_fetch(number, block, &all);
    if (bytes < 0)
        return -1;
    block->holders->from += bytes; /* the trace of its context has them */
    offcy_make_absent(number, block);
    return 0;
}

bool offcy_make_room(int number, ptrdiff_t bytes)
{
    const offcy_device *device = offcy_device_at(number);
    ptrdiff_t freed = 0;
    while (freed < bytes) {
        offcy_block *largest = NULL;
        for (ptrdiff_t k = 0; k < device->present_count; k++) {
            offcy_block *block = device->present[k];
            if (offcy_evictable(block) && (largest == NULL || block->bytes > largest->bytes))
                largest = block;
        }
        if (largest == NULL || offcy_evict(number, largest) < 0)
            break;
        freed += largest->bytes;
    }
    return freed > 0;
}

ptrdiff_t offcy_coherence_host_use(int number, const offcy_extent *extent, unsigned access)
{
    const offcy_device *device = offcy_shared()->devices[number];
    if (device == NULL || extent->bytes == 0)
        return 0;
    const bool replaced = (access & OFFCY_WRITTEN) && (access & OFFCY_FROM) && !(access & OFFCY_READ) &&
                          offcy_extent_spans_are_full(extent);
    ptrdiff_t moved = 0;
    for (ptrdiff_t k = offcy_first_present(device, extent->low); k < device->present_count; k++) {
        offcy_block *block = device->present[k];
        if (block->low >= extent->low + extent->bytes)
            break;
        if (!block->coherent)
            continue;
        const ptrdiff_t bytes = replaced ? 0 : offcy_coherence_fetch(number, block, extent);
        if (bytes < 0)
            return -1;
        moved += bytes;
        if ((access & OFFCY_WRITTEN) &&
            offcy_coherence_note(number, block, extent, OFFCY_ON_BOTH | OFFCY_ON_DEVICE,
                                 OFFCY_ON_HOST) < 0)
            return -1;
    }
    return moved;
}

void offcy_coherence_fetch_all(void)
{
    const offcy_state *state = offcy_shared();
    for (int number = 0; number < state->device_count; number++) {
        const offcy_device *device = state->devices[number];
        for (ptrdiff_t k = 0; device != NULL && k < device->present_count; k++) {
            const offcy_extent all = offcy_block_extent(device->present[k]);
            if (device->present[k]->coherent)
                offcy_coherence_fetch(number, device->present[k], &all);
        }
    }
}

bool offcy_any_coherent(void)
{
    return __atomic_load_n(&offcy_shared()->coherent_count, __ATOMIC_RELAXED) != 0;
}
