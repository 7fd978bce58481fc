/* Copies between host and device, the large ones through pinned memory if that is faster. Internal. */
#ifndef OFFCY_STAGING_H
#define OFFCY_STAGING_H

#include "offcy_state.h"

/* Copies bytes between a device and host memory; 0, or -1. With or without the lock. */
OFFCY_HIDDEN int offcy_send(int device, void *to, const void *from_host, ptrdiff_t bytes);
OFFCY_HIDDEN int offcy_fetch(int device, void *to_host, const void *from, ptrdiff_t bytes);

/* Host memory that `device` copies from and to fast: pinned if some is free, otherwise ordinary. NULL: no
 * memory. `offcy_staging_return` takes it back. */
OFFCY_HIDDEN char *offcy_staging_borrow(int device, ptrdiff_t bytes);
OFFCY_HIDDEN void offcy_staging_return(char *memory);

/* For now this thread starts no others: OpenMP cannot start any while the process forks. */
OFFCY_HIDDEN void offcy_staging_pause(bool paused);

#endif
