/* What the runtime's sources share with each other and with no one else.
 *
 * Every module carries a copy of this code, and all copies work on one `offcy_state`. The first
 * module to be imported publishes its state; the others adopt it (py_module.c). So the layout is
 * an interface between modules built at different times: a change of it is a new OFFCY_STATE_VERSION.
 */
#ifndef OFFCY_STATE_H
#define OFFCY_STATE_H

#include "offcy_rt.h"

#include <pthread.h>

#define OFFCY_STATE_VERSION 1

struct offcy_table;      /* rt_present.c: what is present on one device */
struct offcy_pool;       /* rt_pool.c: free blocks of one device */

typedef struct offcy_device {
    struct offcy_table *table;
    struct offcy_pool *pool;
} offcy_device;

/* Bits of `offcy_state.trace`. */
enum { OFFCY_TRACE_UNKNOWN = 1, OFFCY_TRACE_TEXT = 2, OFFCY_TRACE_JSON = 4 };

typedef struct offcy_state {
    pthread_mutex_t lock;   /* of everything below; held while data moves */
    int device_count;       /* -1: not yet found out */
    bool mandatory;         /* OMP_TARGET_OFFLOAD=MANDATORY; known with device_count */
    long process;           /* id of the process that first used a device; 0: none did */
    offcy_device *devices;  /* device_count of them */

    unsigned trace;
    offcy_trace_sink sink;
    void *sink_closure;

    void *memoryview_type;  /* PyTypeObject *, owned; py_memoryview.c */
} offcy_state;

/* The state that all modules share. Never NULL. */
OFFCY_HIDDEN offcy_state *offcy_shared(void);

/* Makes `state` (of the same version, never freed) the one that this module works on. */
OFFCY_HIDDEN void offcy_adopt(offcy_state *state);

/* Seconds on a clock that only goes forward. */
OFFCY_HIDDEN double offcy_now(void);

/* Records an error of the data environment. `name` and `other` are static. Always -1. */
OFFCY_HIDDEN int offcy_fail_data(offcy_error *error, int kind, int device, const char *name,
                                 const char *other, ptrdiff_t bytes);

#endif
