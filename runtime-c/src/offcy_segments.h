/* Which copy of a block's bytes is current, as a list of segments. Internal. Moves nothing. */
#ifndef OFFCY_SEGMENTS_H
#define OFFCY_SEGMENTS_H

#include "offcy_base.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Which copy of a byte is current. */
typedef enum offcy_current {
    OFFCY_ON_HOST = 1,   /* the host's: the device's may hold anything */
    OFFCY_ON_BOTH = 2,   /* either: they are equal */
    OFFCY_ON_DEVICE = 4, /* the device's: what the host has is older */
} offcy_current;

/* Neighbouring bytes in one state, starting at the end of the previous segment. */
typedef struct offcy_segment {
    ptrdiff_t end; /* from the block's first byte */
    offcy_current current;
    uint64_t writers; /* on the host: the threads that may still be writing there, a bit each */
} offcy_segment;

typedef struct offcy_segments {
    offcy_segment *list; /* owned; covers the block; no two neighbours are equal */
    ptrdiff_t count, capacity;
} offcy_segments;

/* A change of segments. What one thread receives on the device, while another that keeps the data may still
 * be writing it on the host, stays the host's: the other will have to send it again. */
typedef struct offcy_change {
    unsigned from;    /* the states that it concerns */
    offcy_current to; /* OFFCY_ON_HOST: `writer` may be writing; OFFCY_ON_BOTH: it no longer is */
    uint64_t writer;  /* the bit of a thread; 0: none */
} offcy_change;

/* The bit of threads that have none of their own: it is never taken back. */
#define OFFCY_OTHER_WRITERS ((uint64_t)1 << 63)

/* All current on the host. -1: no memory. */
OFFCY_HIDDEN int offcy_segments_begin(offcy_segments *segments, ptrdiff_t bytes);

/* The segment that byte `offset` is in. */
OFFCY_HIDDEN ptrdiff_t offcy_segments_at(const offcy_segments *segments, ptrdiff_t offset);

static inline ptrdiff_t offcy_segments_start(const offcy_segments *segments, ptrdiff_t place)
{
    return place > 0 ? segments->list[place - 1].end : 0;
}

/* Whether any byte from `from` to `to` is in one of the states `which`. */
static inline bool offcy_segments_have(const offcy_segments *segments, ptrdiff_t from, ptrdiff_t to,
                                       unsigned which)
{
    for (ptrdiff_t k = offcy_segments_at(segments, from);
         k < segments->count && offcy_segments_start(segments, k) < to; k++)
        if (segments->list[k].current & which)
            return true;
    return false;
}

/* Room for one change; false: there is no memory, or the list would be longer than is sensible. */
OFFCY_HIDDEN bool offcy_segments_reserve(offcy_segments *segments);

/* Makes a change to the bytes from `from` to `to`; there is room for it. */
OFFCY_HIDDEN void offcy_segments_change(offcy_segments *segments, ptrdiff_t from, ptrdiff_t to,
                                        const offcy_change *change);

/* Whether one of these threads may still be writing some of it. */
OFFCY_HIDDEN bool offcy_segments_written_by(const offcy_segments *segments, uint64_t writer);

/* What a thread has written on the host is complete. */
OFFCY_HIDDEN void offcy_segments_complete(offcy_segments *segments, uint64_t writer);

/* Forgets everything except that the host's copies are current: the caller ensures that. */
OFFCY_HIDDEN void offcy_segments_forget(offcy_segments *segments, uint64_t writer);

#endif
