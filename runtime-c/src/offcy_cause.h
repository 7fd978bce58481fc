/* Why requests to devices failed. Internal. */
#ifndef OFFCY_CAUSE_H
#define OFFCY_CAUSE_H

#include "offcy_base.h"

/* The cause of the last failure in this thread, as a number; 0: none, or not known. */
OFFCY_HIDDEN int offcy_cause(void);

/* There is no failure so far. */
OFFCY_HIDDEN void offcy_forget_cause(void);

/* The words of a cause; NULL: there are none. */
OFFCY_HIDDEN const char *offcy_cause_words(int64_t cause);

/* Whether that failure was lack of memory, or another; neither, if that is not known. */
OFFCY_HIDDEN bool offcy_cause_is_memory(void);
OFFCY_HIDDEN bool offcy_cause_is_not_memory(void);

/* The same for an earlier failure. */
OFFCY_HIDDEN void offcy_set_cause(int cause, bool is_memory);

/* A request of this thread has failed with the driver's code (0: not known); `words`: why, "" if that is not known.
 * Only in modules that are built for devices. */
OFFCY_HIDDEN void offcy_keep_cause(const char *words, int code);

#endif
