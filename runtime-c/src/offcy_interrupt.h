/* Ctrl-C and regions. Internal. */
#ifndef OFFCY_INTERRUPT_H
#define OFFCY_INTERRUPT_H

#include "offcy_state.h"

/* Begins to look for SIGINT, in Python's main thread, if Python answers it with KeyboardInterrupt. `raise` asks Python
 * for what is pending: 0, or -1 with the exception in the record. */
OFFCY_HIDDEN void offcy_watch_interrupts(int (*raise)(offcy_error *error));

/* Before a region: 0, or -1 if one is pending. May take the GIL. */
OFFCY_HIDDEN int offcy_interrupted_before(offcy_error *error);

/* A region begins that may be stopped; whether it is one that can be. Then its end: whether it was stopped. */
OFFCY_HIDDEN bool offcy_let_stop(void);
OFFCY_HIDDEN bool offcy_end_stopping(void);

/* The region of this thread that may be stopped must end, for another reason. */
OFFCY_HIDDEN void offcy_stop_region(void);

#endif
