/* Moving coherent data to where it is not current. */
#include "offcy_coherence.h"
#include "offcy_staging.h"

/* What is done to every span of an extent, as far as it lies in the block. */
typedef struct work {
    int number;
    offcy_block *block;
    offcy_change change;
    offcy_moved *moved;
} work;

static work begin(int number, offcy_block *block, unsigned from, offcy_current to, offcy_moved *moved)
{
    return (work){number, block, {from, to, moved->writer}, moved};
}

/* The span's part of the block, from its first byte; false: none. */
static bool clip(const offcy_block *block, const char *low, ptrdiff_t bytes, ptrdiff_t *from,
                 ptrdiff_t *to)
{
    *from = low - block->low;
    *to = *from + bytes;
    *from = *from < 0 ? 0 : *from;
    *to = *to > block->bytes ? block->bytes : *to;
    return *from < *to;
}

static int read_home(work *work, ptrdiff_t from, ptrdiff_t to)
{
    const offcy_block *block = work->block;
    if (offcy_fetch(work->number, block->low + from, block->address + from, to - from) < 0)
        return -1;
    work->moved->from += to - from;
    return 0;
}

/* Views with gaps that have newer elements there come home first. */
static int write_out(work *work, ptrdiff_t from, ptrdiff_t to)
{
    offcy_block *block = work->block;
    const offcy_extent range = {.low = block->low + from, .bytes = to - from, .run = to - from};
    if (offcy_strided_fetch(work->number, block, &range, NULL, work->moved) < 0 ||
        offcy_send(work->number, block->address + from, block->low + from, to - from) < 0)
        return -1;
    work->moved->to += to - from;
    return 0;
}

/* The next stretch of bytes from `*at` to `to` in the states `which`; false: none. */
static bool next_stretch(const offcy_segments *segments, unsigned which, ptrdiff_t to, ptrdiff_t *at,
                         ptrdiff_t *end)
{
    for (ptrdiff_t k = offcy_segments_at(segments, *at); k < segments->count && *at < to; k++) {
        *end = segments->list[k].end < to ? segments->list[k].end : to;
        if (segments->list[k].current & which)
            return true;
        *at = *end;
    }
    return false;
}

/* A stretch on the host together with the next ones, if the bytes between them are few and equally
 * current. */
static ptrdiff_t stretch_further(const work *work, ptrdiff_t end, ptrdiff_t to)
{
    const offcy_block *block = work->block;
    const offcy_segments *segments = &block->segments;
    ptrdiff_t next = end, next_end;
    if (block->strided_count > 0 || offcy_written_by_others(block, work->moved->thread))
        return end;
    while (next_stretch(segments, OFFCY_ON_HOST, to, &next, &next_end) &&
           next - end <= OFFCY_WORTH_A_COPY && !offcy_segments_have(segments, end, next, OFFCY_ON_DEVICE))
        next = end = next_end;
    return end;
}

static int copy_stretches(work *work, ptrdiff_t from, ptrdiff_t to, bool home, bool *any)
{
    const unsigned which = home ? OFFCY_ON_DEVICE : OFFCY_ON_HOST;
    ptrdiff_t end;
    for (ptrdiff_t at = from; next_stretch(&work->block->segments, which, to, &at, &end); at = end) {
        end = home ? end : stretch_further(work, end, to);
        if ((home ? read_home(work, at, end) : write_out(work, at, end)) < 0)
            return -1;
        *any = true;
    }
    return 0;
}

/* If a change cannot be noted, everything that the device has comes home. */
static int forget(work *work)
{
    bool any;
    const offcy_extent all = offcy_block_extent(work->block);
    if (copy_stretches(work, 0, work->block->bytes, true, &any) < 0 ||
        offcy_strided_fetch(work->number, work->block, &all, NULL, work->moved) < 0)
        return -1;
    offcy_segments_forget(&work->block->segments, work->change.writer);
    return 0;
}

static int note_span(void *closure, char *low, ptrdiff_t bytes)
{
    work *work = closure;
    ptrdiff_t from, to;
    if (!clip(work->block, low, bytes, &from, &to))
        return 0;
    if (offcy_segments_reserve(&work->block->segments)) {
        offcy_segments_change(&work->block->segments, from, to, &work->change);
        return 0;
    }
    if (work->change.to == OFFCY_ON_DEVICE && read_home(work, from, to) < 0)
        return -1;
    return forget(work);
}

static int move_span(work *work, char *low, ptrdiff_t bytes, bool home)
{
    bool any = false;
    ptrdiff_t from, to;
    if (!clip(work->block, low, bytes, &from, &to))
        return 0;
    if (copy_stretches(work, from, to, home, &any) < 0)
        return -1;
    return any ? note_span(work, low, bytes) : 0;
}

static int send_span(void *work, char *low, ptrdiff_t bytes)
{
    return move_span(work, low, bytes, false);
}

static int fetch_span(void *work, char *low, ptrdiff_t bytes)
{
    return move_span(work, low, bytes, true);
}

int offcy_coherence_send(int number, offcy_block *block, const offcy_extent *extent,
                         offcy_moved *moved)
{
    work work = begin(number, block, OFFCY_ON_HOST, OFFCY_ON_BOTH, moved);
    return offcy_strided_covers(block, extent) ? 0 : offcy_extent_each_span(extent, send_span, &work);
}

int offcy_coherence_fetch(int number, offcy_block *block, const offcy_extent *extent,
                          offcy_moved *moved)
{
    work work = begin(number, block, OFFCY_ON_DEVICE, OFFCY_ON_BOTH, moved);
    return offcy_extent_each_span(extent, fetch_span, &work) < 0
               ? -1
               : offcy_strided_fetch(number, block, extent, NULL, moved);
}

int offcy_coherence_written(int number, offcy_block *block, const offcy_extent *extent,
                            offcy_moved *moved)
{
    if (!offcy_extent_spans_are_full(extent))
        return offcy_strided_add(number, block, extent, moved);
    work work = begin(number, block, OFFCY_ON_HOST | OFFCY_ON_BOTH, OFFCY_ON_DEVICE, moved);
    offcy_strided_drop_within(block, extent);
    return offcy_extent_each_span(extent, note_span, &work);
}

int offcy_coherence_settled(int number, offcy_block *block, const offcy_extent *extent, offcy_moved *moved)
{
    work work = begin(number, block, OFFCY_ON_BOTH, OFFCY_ON_DEVICE, moved);
    return offcy_extent_each_span(extent, note_span, &work);
}

int offcy_coherence_unsure(int number, offcy_block *block, const offcy_extent *extent,
                           offcy_moved *moved)
{
    work work = begin(number, block, OFFCY_ON_HOST | OFFCY_ON_BOTH, OFFCY_ON_HOST, moved);
    return offcy_extent_each_span(extent, note_span, &work);
}

int offcy_coherence_unseen(int number, offcy_block *block, const offcy_extent *extent,
                           offcy_moved *moved)
{
    work work = begin(number, block, OFFCY_ON_BOTH, OFFCY_ON_HOST, moved);
    work.change.writer = 0;
    return offcy_extent_each_span(extent, note_span, &work);
}

int offcy_coherence_undefined(int number, offcy_block *block, const offcy_extent *extent,
                              offcy_moved *moved)
{
    work work = begin(number, block, OFFCY_ON_HOST, OFFCY_ON_BOTH, moved);
    return offcy_extent_each_span(extent, note_span, &work);
}

int offcy_coherence_replaced(int number, offcy_block *block, const offcy_extent *extent,
                             offcy_moved *moved)
{
    const bool full = offcy_extent_spans_are_full(extent);
    work work = begin(number, block, OFFCY_ON_HOST | OFFCY_ON_BOTH | OFFCY_ON_DEVICE, OFFCY_ON_HOST, moved);
    if (!full && offcy_coherence_fetch(number, block, extent, moved) < 0)
        return -1;
    if (full && offcy_strided_fetch(number, block, extent, extent, moved) < 0)
        return -1;
    return offcy_extent_each_span(extent, note_span, &work);
}

/* Whether a span has bytes to be sent in a range. */
typedef struct question {
    const offcy_block *block;
    const offcy_extent *range;
    unsigned which;
} question;

static int ask_span(void *closure, char *low, ptrdiff_t bytes)
{
    const question *question = closure;
    const offcy_extent *range = question->range;
    char *end = low + bytes, *range_end = range->low + range->bytes;
    low = low < range->low ? range->low : low;
    end = end > range_end ? range_end : end;
    ptrdiff_t from, to;
    if (!clip(question->block, low, end - low, &from, &to))
        return 0;
    return offcy_segments_have(&question->block->segments, from, to, question->which) ? -1 : 0;
}

bool offcy_coherence_would_send(const offcy_block *block, const offcy_extent *extent,
                                const offcy_extent *other, bool unseen)
{
    question question = {block, other, OFFCY_ON_HOST | (unseen ? OFFCY_ON_BOTH : 0)};
    return offcy_extent_each_span(extent, ask_span, &question) < 0;
}

int offcy_coherence_host_use(int number, const offcy_extent *extent, unsigned access,
                             offcy_moved *moved)
{
    const offcy_device *device = offcy_shared()->devices[number];
    if (device == NULL || extent->bytes == 0)
        return 0;
    const bool replaced = (access & (OFFCY_WRITTEN | OFFCY_FROM | OFFCY_READ)) == (OFFCY_WRITTEN | OFFCY_FROM);
    for (ptrdiff_t k = offcy_first_present(device, extent->low); k < device->present_count; k++) {
        offcy_block *block = device->present[k];
        if (block->low >= extent->low + extent->bytes)
            break;
        if (!block->coherent)
            continue;
        const uint64_t writer = moved->writer;
        if (block->resident != NULL && (access & OFFCY_WRITTEN))
            moved->writer = offcy_writing_begin((uintptr_t)pthread_self());
        int status = replaced ? 0 : offcy_coherence_fetch(number, block, extent, moved);
        if (status == 0 && (access & OFFCY_WRITTEN))
            status = (replaced ? offcy_coherence_replaced : offcy_coherence_unsure)(number, block, extent, moved);
        moved->writer = writer;
        if (status < 0)
            return -1;
    }
    return 0;
}
