/* Information for a simulated GPU, so that it can name what goes wrong. Internal. */
#ifndef OFFCY_SIMULATOR_H
#define OFFCY_SIMULATOR_H

#include "offcy_extent.h"

/* Device memory at `address` holds a variable as `region` maps it. On real devices this does nothing. */
OFFCY_HIDDEN void offcy_simulator_note(void *address, const offcy_extent *extent, const char *name, unsigned map,
                                       const offcy_region *region);

/* Whether there is such a driver: it watches each block's bounds. */
OFFCY_HIDDEN bool offcy_simulates(void);

/* A block has these bytes, however much memory it was given. */
OFFCY_HIDDEN void offcy_simulator_block(void *address, ptrdiff_t bytes, const char *name);

#endif
