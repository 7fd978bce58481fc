/* What is present on a device: ranges of host memory, each with its block of device memory. Internal;
 * everything here needs the lock. */
#ifndef OFFCY_PRESENT_H
#define OFFCY_PRESENT_H

#include "offcy_extent.h"
#include "offcy_state.h"

typedef struct offcy_block {
    char *low;          /* host address of the first byte */
    ptrdiff_t bytes;
    char *address;      /* on the device */
    int references;     /* variables that are entered and not yet left */
    const char *name;   /* of the variable that it was made for */
    uintptr_t thread;   /* that made it */
    bool context;       /* made by a data context, not by a region */
} offcy_block;

/* How a range stands to what is present. */
typedef enum offcy_presence { OFFCY_ABSENT, OFFCY_WITHIN, OFFCY_PARTLY } offcy_presence;

/* `*block`: the one that the range lies in, or the first that it partly overlaps. */
OFFCY_HIDDEN offcy_presence offcy_find_present(const offcy_device *device, const char *low,
                                               ptrdiff_t bytes, offcy_block **block);

/* Allocates device memory for a range that is absent, associates it and enters it in the table, with no
 * references. NULL with `*error` set. */
OFFCY_HIDDEN offcy_block *offcy_make_present(int number, char *low, ptrdiff_t bytes,
                                             const char *name, offcy_error *error);

/* Undoes that, when no reference is left. */
OFFCY_HIDDEN void offcy_make_absent(int number, offcy_block *block);

/* Device memory from the pool; NULL where the device has no room, even after the pool is emptied. */
OFFCY_HIDDEN void *offcy_pool_take(int number, ptrdiff_t bytes);
OFFCY_HIDDEN void offcy_pool_give(int number, void *address, ptrdiff_t bytes);

#endif
