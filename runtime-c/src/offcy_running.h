/* The regions that run on devices. Internal. */
#ifndef OFFCY_RUNNING_H
#define OFFCY_RUNNING_H

#include "offcy_rt.h"

/* A region runs on a device, in this thread, or no longer does. */
OFFCY_HIDDEN void offcy_running_begin(offcy_scope *scope);
OFFCY_HIDDEN void offcy_running_end(offcy_scope *scope);

/* The innermost of them; NULL: none. */
OFFCY_HIDDEN offcy_scope *offcy_running(void);

#endif
