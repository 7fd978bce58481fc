/* Which copy of a block's bytes is current, as a list of segments. */
#include "offcy_segments.h"

#include <stdlib.h>
#include <string.h>

int offcy_segments_begin(offcy_segments *segments, ptrdiff_t bytes)
{
    enum { FIRST = 8 };
    segments->list = malloc(FIRST * sizeof *segments->list);
    if (segments->list == NULL)
        return -1;
    segments->capacity = FIRST;
    segments->count = 1;
    segments->list[0] = (offcy_segment){.end = bytes, .current = OFFCY_ON_HOST};
    return 0;
}

ptrdiff_t offcy_segments_at(const offcy_segments *segments, ptrdiff_t offset)
{
    ptrdiff_t from = 0, to = segments->count - 1;
    while (from < to) {
        const ptrdiff_t middle = from + (to - from) / 2;
        if (segments->list[middle].end > offset)
            to = middle;
        else
            from = middle + 1;
    }
    return from;
}

bool offcy_segments_reserve(offcy_segments *segments)
{
    enum { MORE = 2, ENOUGH = 4096, BYTES_EACH = 16 * 1024 };
    const ptrdiff_t bytes = segments->list[segments->count - 1].end;
    if (segments->count + MORE > ENOUGH + bytes / BYTES_EACH)
        return false;
    if (segments->count + MORE <= segments->capacity)
        return true;
    const ptrdiff_t capacity = 2 * segments->capacity;
    offcy_segment *list = realloc(segments->list, (size_t)capacity * sizeof *list);
    if (list == NULL)
        return false;
    segments->list = list;
    segments->capacity = capacity;
    return true;
}

/* Makes a segment end at `offset`. */
static void cut(offcy_segments *segments, ptrdiff_t offset)
{
    const ptrdiff_t place = offcy_segments_at(segments, offset);
    offcy_segment *segment = &segments->list[place];
    if (offset >= segment->end || offcy_segments_start(segments, place) == offset)
        return;
    memmove(segment + 1, segment, (size_t)(segments->count - place) * sizeof *segment);
    segment->end = offset;
    segments->count++;
}

static bool equal(const offcy_segment *a, const offcy_segment *b)
{
    return a->current == b->current && a->writers == b->writers;
}

/* Joins equal neighbours among the segments from `first` to `last`. */
static void join(offcy_segments *segments, ptrdiff_t first, ptrdiff_t last)
{
    offcy_segment *list = segments->list;
    ptrdiff_t kept = first;
    for (ptrdiff_t k = first + 1; k <= last; k++) {
        if (equal(&list[k], &list[kept]))
            list[kept].end = list[k].end;
        else
            list[++kept] = list[k];
    }
    memmove(list + kept + 1, list + last + 1, (size_t)(segments->count - last - 1) * sizeof *list);
    segments->count -= last - kept;
}

static void change_segment(offcy_segment *segment, const offcy_change *change)
{
    if (segment->current != OFFCY_ON_HOST)
        segment->writers = 0;
    switch (change->to) {
    case OFFCY_ON_HOST: segment->writers |= change->writer; break;
    case OFFCY_ON_BOTH: segment->writers &= ~(change->writer & ~OFFCY_OTHER_WRITERS); break;
    case OFFCY_ON_DEVICE: segment->writers = 0; break;
    }
    if (change->to != OFFCY_ON_BOTH || segment->writers == 0)
        segment->current = change->to;
}

void offcy_segments_change(offcy_segments *segments, ptrdiff_t from, ptrdiff_t to,
                           const offcy_change *change)
{
    cut(segments, from);
    cut(segments, to);
    const ptrdiff_t first = offcy_segments_at(segments, from);
    ptrdiff_t end = first;
    for (; end < segments->count && offcy_segments_start(segments, end) < to; end++)
        if (segments->list[end].current & change->from)
            change_segment(&segments->list[end], change);
    join(segments, first > 0 ? first - 1 : 0, end < segments->count ? end : segments->count - 1);
}

bool offcy_segments_written_by(const offcy_segments *segments, uint64_t writer)
{
    bool found = false;
    for (ptrdiff_t k = 0; k < segments->count; k++)
        found = found || (segments->list[k].writers & writer) != 0;
    return found;
}

void offcy_segments_complete(offcy_segments *segments, uint64_t writer)
{
    for (ptrdiff_t k = 0; k < segments->count; k++)
        segments->list[k].writers &= ~writer;
    join(segments, 0, segments->count - 1);
}

void offcy_segments_forget(offcy_segments *segments, uint64_t writer)
{
    for (ptrdiff_t k = 0; k < segments->count; k++)
        writer |= segments->list[k].writers;
    segments->list[0] = (offcy_segment){
        .end = segments->list[segments->count - 1].end, .current = OFFCY_ON_HOST, .writers = writer};
    segments->count = 1;
}
