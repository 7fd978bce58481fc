/* Guards around requests to the offload runtime, which ends the process if a call fails that has no way to report it.
 * Internal.
 *
 * A guard ends that call instead: it returns to the frame that guards, as LLVM's runtime ends the process while it
 * holds no lock. What the runtime would have printed is kept with the guard and is the cause, unless the driver has a
 * better one.
 *
 *     offcy_guard guard;
 *     offcy_guard_begin(&guard, OFFCY_ASKS);
 *     if (setjmp(guard.place) == 0)
 *         address = omp_target_alloc(bytes, device);
 *     offcy_guard_end(&guard, address == NULL);
 *
 * What is assigned after `setjmp` must be volatile. */
#ifndef OFFCY_GUARD_H
#define OFFCY_GUARD_H

#include "offcy_cause.h"
#include "offcy_running.h"
#include "offcy_state.h"

#include <setjmp.h>

typedef struct offcy_guard {
    jmp_buf place;
    struct offcy_guard *outer;
    bool ended;       /* the process would have ended */
    bool began;       /* a kernel began before anything failed, or that is not known as the driver was not watched */
    int length;
    char words[1000]; /* what was printed, `length` bytes */
} offcy_guard;

/* When a kernel runs, or code is loaded, the driver's failures are kept from the runtime: rt_driver.c. */
OFFCY_HIDDEN void offcy_guard_begin(offcy_guard *guard, offcy_asked asked);

/* The driver's code of its first call that failed, or 0. If the call failed, by what it returned (`failed`) or by that
 * code, the cause is kept; what others have printed is printed. */
OFFCY_HIDDEN int offcy_guard_end(offcy_guard *guard, bool failed);

/* What the runtime must call in place of a libc function that it calls as `current`; NULL: the same as before. `base`:
 * where the caller is loaded. `is_runtime`: it is the offload runtime, not a library that this uses. */
OFFCY_HIDDEN void *offcy_guard_hook(const char *name, void *current, const void *base, bool is_runtime);

/* The last line on standard error of a process that ends: which region, and why. */
OFFCY_HIDDEN void offcy_last_words(const char *why);

/* The runtime asks the driver for a function: what it is to call. */
OFFCY_HIDDEN void *offcy_driver_wrap(const char *name, void *found);

/* Records what `offcy_launch` has noted in the scope. */
OFFCY_HIDDEN void offcy_report_launch(offcy_scope *scope);

/* In place of `__tgt_target_kernel`. */
OFFCY_HIDDEN int offcy_launch(void *place, int64_t device, int32_t teams, int32_t threads, void *region, void *arguments);

/* That function itself; NULL: there is none. */
OFFCY_HIDDEN void *offcy_kernel_entry(void);

#endif
