/* Libraries of devices' makers. Internal. */
#ifndef OFFCY_MAKER_H
#define OFFCY_MAKER_H

#include "offcy_library.h"

/* Runs a call on a device, with the device's addresses of its arrays in `with`, and waits for it. -1: no library does; it has
 * left everything as it was, and `*why` says why. Static text. */
OFFCY_HIDDEN int offcy_maker_run(const offcy_library_call *call, int device, void *const *with, const char **why);

/* Whether a device has a library, of whose memory `address` is; otherwise `*why`. */
OFFCY_HIDDEN bool offcy_maker_has(int device, const void *address, const char **why);

#endif
