/* Memoryviews that are variables of a module.
 *
 *     static offcy_view1 table;
 *     static bool table_is_bound;
 *
 *     offcy_view1_bind(&table, &table_is_bound, value);   // with the GIL
 *     offcy_view1_hold(&view, &table);                    // without it, too
 *
 * While one thread reads such a variable another may rebind it and release the old buffer, so nobody uses what it shows
 * without a reference. Only the holder of the GIL may read it directly, and only until it releases the GIL. */
#ifndef OFFCY_GLOBAL_H
#define OFFCY_GLOBAL_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

#include <sched.h>

/* Held while such a variable is read or bound, for a few instructions. */
static char offcy_global_lock;

static inline void offcy_lock_globals(void)
{
    while (__atomic_test_and_set(&offcy_global_lock, __ATOMIC_ACQUIRE))
        sched_yield();
}

static inline void offcy_unlock_globals(void)
{
    __atomic_clear(&offcy_global_lock, __ATOMIC_RELEASE);
}

/* `offcy_viewN_hold`: `view` becomes an owned view of what the variable shows, and releases what it had.
 * `offcy_viewN_bind`: the variable shows what `value` shows, with its own reference, and releases what it had. */
#define OFFCY_DEFINE_GLOBAL_VIEW(N)                                                                \
    static inline void offcy_view##N##_hold(offcy_view##N *view, const offcy_view##N *variable)    \
    {                                                                                              \
        offcy_buffer *old = view->owner;                                                           \
        offcy_lock_globals();                                                                      \
        *view = *variable;                                                                         \
        offcy_buffer_retain(view->owner);                                                          \
        offcy_unlock_globals();                                                                    \
        offcy_buffer_release(old);                                                                 \
    }                                                                                              \
                                                                                                   \
    static inline void offcy_view##N##_bind(offcy_view##N *variable, bool *is_bound,               \
                                            offcy_view##N value)                                   \
    {                                                                                              \
        offcy_buffer_retain(value.owner);                                                          \
        offcy_lock_globals();                                                                      \
        offcy_buffer *old = variable->owner;                                                       \
        *variable = value;                                                                         \
        *is_bound = true;                                                                          \
        offcy_unlock_globals();                                                                    \
        offcy_buffer_release(old);                                                                 \
    }

OFFCY_DEFINE_GLOBAL_VIEW(1)
OFFCY_DEFINE_GLOBAL_VIEW(2)
OFFCY_DEFINE_GLOBAL_VIEW(3)
OFFCY_DEFINE_GLOBAL_VIEW(4)
OFFCY_DEFINE_GLOBAL_VIEW(5)
OFFCY_DEFINE_GLOBAL_VIEW(6)
OFFCY_DEFINE_GLOBAL_VIEW(7)
OFFCY_DEFINE_GLOBAL_VIEW(8)

#endif
