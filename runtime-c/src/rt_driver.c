/* NVIDIA's driver, as the offload runtime calls it. A kernel's call of the runtime has no way to fail: if a function of
 * the driver fails in it, the runtime ends the process, and what it has begun is never undone. So the runtime gets
 * functions of this file in place of some of the driver's. In a kernel's call they note the first failure, report
 * success, and begin nothing more: the runtime undoes what it has begun as it always does, and offcy reports what
 * failed. Outside kernels they note the failure and return it.
 *
 * A kernel that cannot be found is a line on standard error for the runtime, and a wild jump when it runs. Here it is
 * looked up again when it runs, and fails then. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "offcy_guard.h"

#ifdef OFFCY_OFFLOAD

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* At most six numbers or addresses, all in registers: a function that takes fewer does not look at the others. */
typedef uintptr_t word;
typedef int call(word, word, word, word, word, word);
typedef int launch_call(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,
                        unsigned block_z, unsigned shared, void *stream, void **parameters, void **extra);

enum { INVALID_CONTEXT = 201, INVALID_HANDLE = 400, OUT_OF_RESOURCES = 701, MAX_THREADS_PER_BLOCK = 0 /* CUfunction_attribute */ };

static _Thread_local struct {
    offcy_asked asked;
    bool began;       /* a kernel did */
    int code;         /* of the first call that failed */
    const char *name; /* and its name */
} now;

static int note(const char *name, int code)
{
    if (code != 0 && now.code == 0) {
        now.code = code;
        now.name = name;
    }
    return code;
}

/* ---- What happens to a call ---- */

typedef struct given {
    word a, b, c, d, e, f;
} given;

static int run(call *real, const given *with)
{
    return real(with->a, with->b, with->c, with->d, with->e, with->f);
}

static int pass(const char *name, call *real, const given *with)
{
    return note(name, run(real, with));
}

/* Even after a failure: nothing may be in flight when memory is freed. What is loaded once gets a second try. */
static int settle(const char *name, call *real, const given *with)
{
    int code = run(real, with);
    if (code != 0 && now.asked == OFFCY_LOADS)
        code = run(real, with);
    note(name, code);
    return now.asked != OFFCY_ASKS ? 0 : code;
}

static int begin_work(const char *name, call *real, const given *with)
{
    return now.asked == OFFCY_RUNS && now.code != 0 ? 0 : settle(name, real, with);
}

/* If memory for a kernel's call is missing, the runtime undoes what it has begun if it gets an address nevertheless.
 * This works only if it releases memory immediately: it can be configured to keep it for the next call. */
static const word NOWHERE = (word)0xFFFFF << 44; /* not from any driver */
static bool gives_back;                          /* seen */
static _Thread_local word taken;                 /* the last that this thread's kernel has got */

static int take(const char *name, call *real, const given *with)
{
    static word number;
    const int code = note(name, run(real, with));
    if (now.asked != OFFCY_RUNS)
        return code;
    if (code != 0 && __atomic_load_n(&gives_back, __ATOMIC_RELAXED)) {
        *(word *)with->a = NOWHERE + (__atomic_add_fetch(&number, 1, __ATOMIC_RELAXED) % (1 << 20)) * ((word)1 << 20);
        return 0;
    }
    if (code == 0)
        taken = *(word *)with->a;
    return code;
}

/* What a kernel's call could not free is freed with what is freed next. */
enum { UNFREED = 64 };
static word unfreed[UNFREED];
static int unfreed_count; /* also read without the lock */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void free_again(call *real)
{
    pthread_mutex_lock(&lock);
    while (unfreed_count > 0 && real(unfreed[unfreed_count - 1], 0, 0, 0, 0, 0) == 0)
        __atomic_store_n(&unfreed_count, unfreed_count - 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
}

static int give_back(const char *name, call *real, const given *with)
{
    if (with->a >= NOWHERE)
        return 0;
    const int code = run(real, with);
    if (now.asked == OFFCY_RUNS && with->a == taken)
        __atomic_store_n(&gives_back, true, __ATOMIC_RELAXED);
    if (code == 0 && __builtin_expect(__atomic_load_n(&unfreed_count, __ATOMIC_RELAXED) > 0, false))
        free_again(real);
    if (code == 0 || now.asked != OFFCY_RUNS)
        return note(name, code);
    pthread_mutex_lock(&lock);
    if (unfreed_count < UNFREED) {
        unfreed[unfreed_count] = with->a;
        __atomic_store_n(&unfreed_count, unfreed_count + 1, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&lock);
    return 0;
}

/* Has the host's threads wait as CUDA's own programs do: they look whether the device is done, unless there are more contexts
 * than processors. The runtime asks for threads that sleep, which takes two to four times as long for a short kernel. */
static int wait_actively(const char *name, call *real, const given *with)
{
    enum { SCHED_AUTO = 0, SCHED_BLOCKING_SYNC = 4 /* CUctx_flags */ };
    given ours = *with;
    if (ours.b == SCHED_BLOCKING_SYNC)
        ours.b = SCHED_AUTO;
    return pass(name, real, &ours);
}

static int look_up(const char *name, call *real, const given *with);
static int ask(const char *name, call *real, const given *with);

#define CALLS(DO)                                                                                                      \
    DO(cuCtxSetCurrent, settle)                                                                                        \
    DO(cuStreamSynchronize, settle)                                                                                    \
    DO(cuStreamWaitEvent, begin_work)                                                                                  \
    DO(cuEventRecord, begin_work)                                                                                      \
    DO(cuEventSynchronize, settle)                                                                                     \
    DO(cuMemcpyHtoDAsync, begin_work)                                                                                  \
    DO(cuMemcpyDtoHAsync, begin_work)                                                                                  \
    DO(cuMemcpyDtoDAsync, begin_work)                                                                                  \
    DO(cuMemcpyPeerAsync, begin_work)                                                                                  \
    DO(cuMemFree, give_back)                                                                                           \
    DO(cuMemAlloc, take)                                                                                               \
    DO(cuMemAllocHost, pass)                                                                                           \
    DO(cuMemAllocManaged, pass)                                                                                        \
    DO(cuMemAllocAsync, pass)                                                                                          \
    DO(cuMemFreeAsync, pass)                                                                                           \
    DO(cuMemFreeHost, pass)                                                                                            \
    DO(cuMemcpyHtoD, pass)                                                                                             \
    DO(cuMemcpyDtoH, pass)                                                                                             \
    DO(cuDevicePrimaryCtxSetFlags, wait_actively)                                                                      \
    DO(cuStreamCreate, pass)                                                                                           \
    DO(cuEventCreate, pass)                                                                                            \
    DO(cuModuleLoadDataEx, pass)                                                                                       \
    DO(cuModuleGetGlobal, pass)                                                                                        \
    DO(cuModuleGetFunction, look_up)                                                                                   \
    DO(cuFuncGetAttribute, ask)

#define OURS(NAME, HOW)                                                                                                \
    static call *real_##NAME;                                                                                          \
    static int our_##NAME(word a, word b, word c, word d, word e, word f)                                              \
    {                                                                                                                  \
        const given with = {a, b, c, d, e, f};                                                                         \
        return HOW(#NAME, real_##NAME, &with);                                                                         \
    }
CALLS(OURS)

/* ---- Kernels that were not found, or whose number of threads the driver did not report ---- */

typedef struct doubtful {
    word module;
    char *name;     /* NULL: it was found, except for its limit */
    word function;  /* 0: not yet */
    bool is_limited;
} doubtful;

enum { DOUBTFUL = 1024 };
static doubtful doubts[DOUBTFUL];
static int doubt_count; /* also read without the lock; it only grows */

static doubtful *new_doubt(void)
{
    return doubt_count < DOUBTFUL ? &doubts[__atomic_fetch_add(&doubt_count, 1, __ATOMIC_RELEASE)] : NULL;
}

static int look_up(const char *name, call *real, const given *with)
{
    const int code = run(real, with);
    if (code == 0)
        return 0;
    pthread_mutex_lock(&lock);
    doubtful *doubt = new_doubt();
    char *kernel = doubt != NULL ? strdup((const char *)with->c) : NULL;
    if (kernel != NULL) {
        *doubt = (doubtful){.module = with->b, .name = kernel};
        *(void **)with->a = doubt;
    }
    pthread_mutex_unlock(&lock);
    return kernel != NULL ? 0 : note(name, code);
}

/* The doubts about a function; NULL: there are none. */
static doubtful *doubt_about(word function)
{
    const int count = __atomic_load_n(&doubt_count, __ATOMIC_ACQUIRE);
    for (int k = 0; k < count; k++)
        if ((word)&doubts[k] == function || doubts[k].function == function)
            return &doubts[k];
    return NULL;
}

static int ask(const char *name, call *real, const given *with)
{
    int code = 0;
    doubtful *doubt = doubt_about(with->c);
    if (doubt == NULL && (code = run(real, with)) == 0)
        return 0;
    if (with->b != MAX_THREADS_PER_BLOCK) {
        if (doubt != NULL)
            code = doubt->function == with->c ? run(real, with) : INVALID_HANDLE;
        return note(name, code);
    }
    pthread_mutex_lock(&lock);
    if (doubt == NULL && (doubt = new_doubt()) != NULL)
        *doubt = (doubtful){.function = with->c};
    if (doubt != NULL)
        doubt->is_limited = true;
    pthread_mutex_unlock(&lock);
    if (doubt == NULL)
        return note(name, code);
    *(int *)with->a = 1024;
    return 0;
}

/* The function itself; NULL: it cannot be launched that way. */
static void *resolve(void *function, unsigned threads)
{
    doubtful *doubt = doubt_about((word)function);
    if (doubt == NULL)
        return function;
    pthread_mutex_lock(&lock);
    word found = doubt->function;
    int limit = 0;
    bool is_right = true;
    if (found == 0)
        is_right = note("cuModuleGetFunction", real_cuModuleGetFunction((word)&found, doubt->module, (word)doubt->name, 0, 0, 0)) == 0;
    if (is_right && doubt->is_limited) {
        is_right = note("cuFuncGetAttribute", real_cuFuncGetAttribute((word)&limit, MAX_THREADS_PER_BLOCK, found, 0, 0, 0)) == 0 &&
                   note("cuLaunchKernel", threads > (unsigned)limit ? OUT_OF_RESOURCES : 0) == 0;
    }
    if (is_right)
        doubt->function = found;
    pthread_mutex_unlock(&lock);
    return is_right ? (void *)found : NULL;
}

static launch_call *real_cuLaunchKernel;
static int (*context_of_stream)(void *stream, void **context);

/* The runtime makes a device's context the thread's current one before it copies, not before it runs a kernel: of a thread that has copied
 * nothing there is none, or that of another device. */
static bool enter_context(int code, void *stream)
{
    void *context = NULL;
    return (code == INVALID_CONTEXT || code == INVALID_HANDLE) && context_of_stream != NULL && real_cuCtxSetCurrent != NULL &&
           context_of_stream(stream, &context) == 0 && real_cuCtxSetCurrent((word)context, 0, 0, 0, 0, 0) == 0;
}

static int our_cuLaunchKernel(void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y,
                              unsigned block_z, unsigned shared, void *stream, void **parameters, void **extra)
{
    if (now.asked == OFFCY_RUNS && now.code != 0)
        return 0;
    if (__builtin_expect(__atomic_load_n(&doubt_count, __ATOMIC_RELAXED) > 0, false))
        function = resolve(function, block_x * block_y * block_z);
    int code = function == NULL ? now.code
                                : real_cuLaunchKernel(function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream,
                                                      parameters, extra);
    if (function != NULL && enter_context(code, stream))
        code = real_cuLaunchKernel(function, grid_x, grid_y, grid_z, block_x, block_y, block_z, shared, stream, parameters, extra);
    note("cuLaunchKernel", code);
    now.began = now.began || code == 0;
    return now.asked == OFFCY_RUNS ? 0 : code;
}

/* ---- Which functions the runtime gets ---- */

typedef int words_of(int code, const char **words);
static words_of *text_of, *name_of;

static struct wrapped {
    const char *name; /* without a version */
    void *ours, **real;
    char *asked;      /* the name with its version; NULL: nobody has asked yet */
} wrapped[] = {
#define ROW(NAME, HOW) {#NAME, (void *)our_##NAME, (void **)&real_##NAME, NULL},
    CALLS(ROW){"cuLaunchKernel", (void *)our_cuLaunchKernel, (void **)&real_cuLaunchKernel, NULL},
};

static bool is_version_of(const char *name, const char *plain)
{
    const size_t length = strlen(plain);
    return strncmp(name, plain, length) == 0 && (name[length] == '\0' || strncmp(name + length, "_v", 2) == 0);
}

static void watch(struct wrapped *one, const char *name, void *found)
{
    Dl_info where;
    void *driver = dladdr(found, &where) != 0 ? dlopen(where.dli_fname, RTLD_LAZY | RTLD_NOLOAD) : NULL;
    if (driver != NULL && text_of == NULL) {
        text_of = (words_of *)dlsym(driver, "cuGetErrorString");
        name_of = (words_of *)dlsym(driver, "cuGetErrorName");
        context_of_stream = (int (*)(void *, void **))dlsym(driver, "cuStreamGetCtx");
    }
    if (driver != NULL)
        dlclose(driver); /* the runtime keeps it */
    *one->real = found;
    one->asked = strdup(name);
}

void *offcy_driver_wrap(const char *name, void *found)
{
    for (size_t k = 0; k < sizeof wrapped / sizeof wrapped[0]; k++) {
        struct wrapped *one = &wrapped[k];
        if (!is_version_of(name, one->name))
            continue;
        if (one->asked == NULL)
            watch(one, name, found);
        /* Another version may take other arguments. */
        return one->asked != NULL && strcmp(one->asked, name) == 0 && *one->real == found ? one->ours : found;
    }
    return found;
}

/* ---- What the runtime's callers ask ---- */

static void begin(offcy_asked asked)
{
    now.asked = asked;
    now.began = false;
    now.code = 0;
    taken = 0;
}

static int end(bool *began)
{
    *began = now.began;
    now.asked = OFFCY_ASKS;
    return now.code;
}

static void describe(char *words, size_t room)
{
    const char *text = NULL, *name = NULL;
    const bool has_text = text_of != NULL && text_of(now.code, &text) == 0 && text != NULL;
    const bool has_name = name_of != NULL && name_of(now.code, &name) == 0 && name != NULL;
    snprintf(words, room, "%s: %s%s%s%s", now.name, has_text ? text : "error", has_name ? " (" : "", has_name ? name : "",
             has_name ? ")" : "");
    if (!has_text && !has_name)
        snprintf(words, room, "%s: error %d", now.name, now.code);
}

void offcy_share_driver(void)
{
    static const offcy_driver own = {begin, end, describe};
    offcy_state *state = offcy_shared();
    if (real_cuLaunchKernel != NULL && state->driver == NULL)
        __atomic_store_n(&state->driver, &own, __ATOMIC_RELEASE);
}

#else

void offcy_share_driver(void) {}

#endif
