/* Kernels. The runtime's function that runs one ends the process if that fails; in place of it, this file notes the
 * failure in the scope of the region, whose other kernels no longer begin, and `offcy_leave` makes an error of it. */
#include "offcy_guard.h"

#include "offcy_enter.h"
#include "offcy_interrupt.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void offcy_report_launch(offcy_scope *scope)
{
    if (!scope->broken || offcy_failed(scope->error))
        return;
    offcy_fail_data(scope->error, OFFCY_DEVICE_FAILED, scope->device, scope->region->function, scope->region->file,
                    scope->region->line);
    scope->error->extent = scope->cause;
    scope->error->axis = scope->no_memory;
}

#ifdef OFFCY_OFFLOAD

/* The first fields of what compilers pass (KernelArgsTy), the same in all versions. */
typedef struct arguments {
    uint32_t version, count;
    void **bases, **addresses;
    int64_t *sizes, *types;
    void **names, **mappers;
} arguments;

enum { MAP_TO = 1, MAP_FROM = 2, MAP_ALWAYS = 4 };

/* Where the code is, as compilers report it: ";file;function;line;column;;". */
typedef struct place {
    int32_t fields[4];
    const char *words;
} place;

typedef int kernel_entry(void *place, int64_t device, int32_t teams, int32_t threads, void *region, void *arguments);
typedef void data_end(void *place, int64_t device, int32_t count, void **bases, void **addresses, int64_t *sizes, int64_t *types,
                      void **names, void **mappers);

/* What the runtime has mapped for the kernel is no longer there; nothing is copied. */
static void unmap(void *place, int64_t device, const arguments *with)
{
    data_end *end = (data_end *)offcy_offload_function("__tgt_target_data_end_mapper");
    int64_t *types = malloc((with->count + 1) * sizeof *types);
    if (end == NULL || types == NULL) {
        free(types);
        return;
    }
    for (uint32_t k = 0; k < with->count; k++)
        types[k] = with->types[k] & ~(int64_t)(MAP_TO | MAP_FROM | MAP_ALWAYS);
    offcy_guard guard;
    offcy_guard_begin(&guard, OFFCY_RUNS);
    if (setjmp(guard.place) == 0)
        end(place, device, (int32_t)with->count, with->bases, with->addresses, with->sizes, types, with->names, with->mappers);
    offcy_guard_end(&guard, true);
    free(types);
}

/* Other people's C that runs its own kernel, outside any region: it has no way to fail. */
static _Noreturn void end_process(const place *at)
{
    const char *why = offcy_cause_words(offcy_cause());
    const char *file = at != NULL && at->words != NULL ? strchr(at->words, ';') : NULL;
    const char *function = file != NULL ? strchr(file + 1, ';') : NULL;
    const char *line = function != NULL ? strchr(function + 1, ';') : NULL;
    char words[400];
    snprintf(words, sizeof words, "%.*s:%d: %s", function != NULL ? (int)(function - file - 1) : 1, file != NULL ? file + 1 : "?",
             line != NULL ? atoi(line + 1) : 0, why != NULL ? why : "unknown");
    offcy_last_words(words);
    abort();
}

extern void __kmpc_push_num_teams(void *place, int32_t thread, int32_t teams, int32_t threads) __attribute__((weak));
extern int32_t __kmpc_global_thread_num(void *place) __attribute__((weak));

/* Where kernels run in threads of the same runtime (the virtual device), a thread that has led a team of an earlier kernel
 * still counts as one that has asked for teams, without their number: libomp ends the process. So a thread of the host's
 * team asks, for as many as the kernel does or the runtime's own number. */
static void ask_for_teams(int32_t teams)
{
    if (omp_get_level() > 0 && __kmpc_push_num_teams != NULL && __kmpc_global_thread_num != NULL)
        __kmpc_push_num_teams(NULL, __kmpc_global_thread_num(NULL), teams > 0 ? teams : 0, 0);
}

int offcy_launch(void *at, int64_t device, int32_t teams, int32_t threads, void *region, void *with)
{
    kernel_entry *entry = (kernel_entry *)offcy_kernel_entry();
    offcy_scope *scope = offcy_running();
    if (entry == NULL)
        return -1;
    if (scope != NULL && scope->broken)
        return 0;
    ask_for_teams(teams);
    for (;;) {
        volatile int status = 0;
        offcy_guard guard;
        offcy_guard_begin(&guard, OFFCY_RUNS);
        if (setjmp(guard.place) == 0)
            status = entry(at, device, teams, threads, region, with);
        const int code = offcy_guard_end(&guard, false);
        if (__builtin_expect(!guard.ended && code == 0, true))
            return status;
        const int cause = offcy_cause();
        const bool no_memory = offcy_cause_is_memory();
        if (scope == NULL)
            end_process(at);
        if (guard.ended)
            unmap(at, device, with);
        /* Without a record it is a device's first kernel, with the lock held. */
        if (no_memory && !guard.began && scope->error != NULL && offcy_make_room((int)device))
            continue;
        scope->broken = true;
        scope->cause = cause;
        scope->no_memory = no_memory;
        if (scope->stops)
            offcy_stop_region();
        return 0; /* otherwise the host's version would run */
    }
}

#endif
