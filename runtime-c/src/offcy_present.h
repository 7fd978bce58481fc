/* What is present on a device: ranges of host memory, each with its block of device memory. Internal;
 * everything here needs the lock. */
#ifndef OFFCY_PRESENT_H
#define OFFCY_PRESENT_H

#include "offcy_extent.h"
#include "offcy_segments.h"
#include "offcy_state.h"

struct offcy_entered;

/* One piece of the pool's memory for several blocks. */
typedef struct offcy_chunk {
    char *address;
    ptrdiff_t bytes;
    int parts; /* the blocks that have memory of it, and one while they are made */
} offcy_chunk;

typedef struct offcy_block {
    char *low;          /* host address of the first byte */
    ptrdiff_t bytes;
    char *address;      /* on the device; NULL: evicted, no longer in the table */
    struct offcy_entered *holders; /* the variables that are entered and not yet left */
    const char *name;   /* of the variable that it was made for */
    int *flag;          /* of an error record that waited on the device: offcy_record.h; NULL: any other block */
    bool lost;          /* what host code should have done to its data did not happen: an error where its context ends */
    bool busy;          /* a thread moves its data without the lock; others leave all of it alone */

    offcy_chunk *chunk; /* what its memory is a part of; NULL: all other blocks */
    struct offcy_resident *resident; /* the array that lives here: offcy_resident.h; NULL: any other block */

    bool coherent;      /* made by an inferred context, or an array that lives here; only for such blocks: */
    offcy_segments segments;
    /* Views with gaps of which only the device's copy is current, whatever `segments` say. */
    offcy_extent *strided; /* owned */
    int strided_count, strided_capacity;
} offcy_block;

/* How a range relates to what is present. */
typedef enum offcy_presence { OFFCY_ABSENT, OFFCY_WITHIN, OFFCY_PARTLY } offcy_presence;

/* `*block`: the one that the range lies in, or the first that it partly overlaps. */
OFFCY_HIDDEN offcy_presence offcy_find_present(const offcy_device *device, const char *low,
                                               ptrdiff_t bytes, offcy_block **block);

/* The place in the table of the first block that ends after `low`. */
OFFCY_HIDDEN ptrdiff_t offcy_first_present(const offcy_device *device, const char *low);

/* Device memory: the pool's, a record's, a part of a chunk, or that of an array that is to live there. */
typedef struct offcy_memory {
    char *address;
    offcy_chunk *chunk;
    struct offcy_resident *resident;
} offcy_memory;

/* Associates a range that is absent with device memory, and enters it in the table, with no holders. Coherent: if
 * `coherent`, all of it current on the host. NULL with `*error` set: the memory has been given back. */
OFFCY_HIDDEN offcy_block *offcy_make_present(int number, char *low, ptrdiff_t bytes, offcy_memory memory, bool coherent,
                                             const char *name, offcy_error *error);

/* Takes it from the device, whatever holds it and whatever is current there. */
OFFCY_HIDDEN void offcy_make_absent(int number, offcy_block *block);

/* Ends a block that nothing holds, present or evicted. */
OFFCY_HIDDEN void offcy_drop_block(int number, offcy_block *block);

/* Whether anything coherent is present at all, on any device. Needs no lock. */
OFFCY_HIDDEN bool offcy_any_coherent(void);

/* Whether some of it may be in a coherent block. Needs no lock; sees the blocks that the thread itself has made. */
OFFCY_HIDDEN bool offcy_may_be_coherent(const offcy_extent *extent);

/* Device memory from the pool; NULL if the device has no room, even after the pool is emptied. */
OFFCY_HIDDEN void *offcy_pool_take(int number, ptrdiff_t bytes);
OFFCY_HIDDEN void offcy_pool_give(int number, void *address, ptrdiff_t bytes);

/* Whether it keeps memory for later at all. */
OFFCY_HIDDEN bool offcy_pool_keeps(int number);

/* A chunk in which the caller has a part; NULL: there is no room, or memory is not to be kept. Each part is given back once. */
OFFCY_HIDDEN offcy_chunk *offcy_chunk_take(int number, ptrdiff_t bytes);
OFFCY_HIDDEN void offcy_chunk_give(int number, offcy_chunk *chunk);

#endif
