/* Devices: which ones exist, which work, and which one a region uses. */
#include "offcy_coherence.h"
#include "offcy_device.h"
#include "offcy_guard.h"
#include "offcy_jump.h"
#include "offcy_staging.h"

#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

/* OMP_TARGET_OFFLOAD, as it was at first use: libomptarget reads it once, too. */
typedef enum policy { POLICY_UNREAD = 0, POLICY_DEFAULT, POLICY_MANDATORY, POLICY_DISABLED } policy;

static bool policy_is(policy asked)
{
    static int known;
    int policy = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (policy == POLICY_UNREAD) {
        const char *value = getenv("OMP_TARGET_OFFLOAD");
        policy = value == NULL                           ? POLICY_DEFAULT
                 : strcasecmp(value, "MANDATORY") == 0   ? POLICY_MANDATORY
                 : strcasecmp(value, "DISABLED") == 0    ? POLICY_DISABLED
                                                         : POLICY_DEFAULT;
        __atomic_store_n(&known, policy, __ATOMIC_RELAXED);
    }
    return policy == (int)asked;
}

/* What this thread uses by default. */
static int chosen_device(void)
{
    offcy_state *state = offcy_shared();
    int device = OFFCY_DEFAULT_DEVICE;
    int (*of_context)(void) = __atomic_load_n(&state->context_choice, __ATOMIC_ACQUIRE);
    if (of_context != NULL)
        return of_context();
    if (__atomic_load_n(&state->choice_count, __ATOMIC_RELAXED) == 0)
        return device;
    pthread_mutex_lock(&state->lock);
    for (int k = 0; k < state->choice_count; k++)
        if (state->choices[k].thread == (uintptr_t)pthread_self())
            device = state->choices[k].device;
    pthread_mutex_unlock(&state->lock);
    return device;
}

static int fail_no_device(offcy_error *error, const char *why)
{
    offcy_fail_data(error, OFFCY_NO_DEVICE, 0, NULL, why, 0);
    return OFFCY_DEFAULT_DEVICE;
}

#ifdef OFFCY_OFFLOAD

#include <omp.h>

/* OFFCY_OFFLOAD_FOR names the devices that the module was built for. */
#ifdef OFFCY_OFFLOAD_FOR
#define BUILT_FOR ": the module was built for " OFFCY_OFFLOAD_FOR
#else
#define BUILT_FOR ""
#endif

/* Whoever compiles a module as one file may not have named any device to the compiler: then these are not linked. */
#ifdef OFFCY_ONE_FILE
#pragma weak omp_get_mapped_ptr
#pragma weak omp_target_is_present
#endif

/* Present on a device exactly if that device has loaded code for this module. A device finds it by name, so it can be
 * neither static nor hidden; protected, it is not mistaken for another module's. Its value says for which devices the
 * module was built: if none of its code fits, LLVM 19 may load another module's in its place, and would run that. */
#pragma omp begin declare target
__attribute__((visibility("protected"))) int offcy_image_marker = OFFCY_OFFLOAD;
#pragma omp end declare target

#ifdef __AMDGCN__
/* Kernels for AMD GPUs call these functions of the C library, and LLVM's own library for GPUs is not installed with
 * it. */
#pragma omp begin declare target
__attribute__((weak)) void *memcpy(void *to, const void *from, size_t size)
{
    return __builtin_memcpy(to, from, size);
}

__attribute__((weak)) void *memmove(void *to, const void *from, size_t size)
{
    return __builtin_memmove(to, from, size);
}

__attribute__((weak)) void *memset(void *to, int byte, size_t size)
{
    return __builtin_memset(to, byte, size);
}

__attribute__((weak)) int memcmp(const void *left, const void *right, size_t size)
{
    const unsigned char *a = left, *b = right;
    for (size_t k = 0; k < size; k++)
        if (a[k] != b[k])
            return a[k] - b[k];
    return 0;
}
#pragma omp end declare target
#endif

#ifdef OFFCY_HAS_JUMPS
/* All kernels go through this, whoever has linked the library: also the one below. */
OFFCY_JUMP(__tgt_target_kernel, offcy_launch)
#endif

/* What is known about each device, by number. A device that failed to load the code is tried again. This applies to
 * this module: another may have other devices' code. */
enum { UNTRIED = 0, DOES_NOT, WORKS /* + OFFCY_VIRTUAL ... */ };

/* What the code that a device runs was compiled for. */
#if defined(__NVPTX__)
#define KIND OFFCY_NVIDIA
#elif defined(__AMDGCN__)
#define KIND OFFCY_AMD
#else
#define KIND OFFCY_VIRTUAL
#endif

enum { MAX_DEVICES = 256 };
static unsigned char status[MAX_DEVICES];

static int device_total(void)
{
    const int count = policy_is(POLICY_DISABLED) ? 0 : offcy_device_total();
    return count < MAX_DEVICES ? count : MAX_DEVICES;
}

/* Whether the device has this module's code; -1: it could not be asked. */
static int has_code(int device)
{
    int marker = 0;
    void *address = omp_get_mapped_ptr(&offcy_image_marker, device);
    if (address == NULL)
        return 0;
    if (offcy_device_read(device, &marker, address, sizeof marker) < 0)
        return -1;
    return marker == OFFCY_OFFLOAD;
}

/* Runs a tiny region, which reports the kind; 0: it does not run. A region that a device can't run would end the
 * process, so this first makes sure that the device has the code. */
static int run_trial(int device)
{
    if (!omp_target_is_present(&offcy_image_marker, device))
        return 0;
    const int found = has_code(device);
    if (found <= 0)
        return found;
    int kind = 0;
#pragma omp target map(tofrom : kind) device(device)
    kind = omp_is_initial_device() || offcy_image_marker != OFFCY_OFFLOAD ? 0 : KIND;
    return kind;
}

enum { IN_ORDER = 0, FOR_OTHERS, NOT_LOADED, IN_PART };

static int load_code(int device)
{
    static char bytes[1];
    enum { NOT_FOUND = 500 /* CUDA_ERROR_NOT_FOUND: it is other code */ };
    offcy_guard guard;
    offcy_guard_begin(&guard, OFFCY_LOADS);
    if (setjmp(guard.place) == 0) {
#pragma omp target enter data map(alloc : bytes[:0]) device(device) /* loads the code, and makes nothing present */
    }
    const int code = offcy_guard_end(&guard, true);
    return guard.ended ? NOT_LOADED : code == 0 ? IN_ORDER : code == NOT_FOUND ? FOR_OTHERS : IN_PART;
}

/* The kind, or -1: something failed. Needs the lock. */
static int try_device(int device)
{
    static const offcy_region trial = {.function = "", .file = "", .kind = OFFCY_REGION};
    static bool lost[MAX_DEVICES]; /* code is there in part: the offload runtime does not load it again */
    static int why[MAX_DEVICES];
    offcy_scope scope = {.region = &trial, .device = device};
    const int loaded = lost[device] ? IN_PART : load_code(device);
    if (loaded == IN_PART && !lost[device]) {
        lost[device] = true;
        why[device] = offcy_cause();
    } else if (loaded == IN_PART) {
        offcy_set_cause(why[device], false);
    }
    if (loaded == IN_PART || loaded == NOT_LOADED)
        return -1;
    volatile int kind = 0;
    offcy_guard guard;
    offcy_running_begin(&scope);
    offcy_guard_begin(&guard, OFFCY_ASKS);
    if (setjmp(guard.place) == 0)
        kind = run_trial(device);
    const int cause = offcy_cause();
    offcy_guard_end(&guard, true);
    offcy_running_end(&scope);
    if (scope.broken)
        offcy_set_cause(scope.cause, scope.no_memory);
    else if (kind < 0)
        offcy_set_cause(cause, false);
    if (guard.ended || scope.broken)
        return -1;
    return kind < 0 && loaded == FOR_OTHERS ? 0 : kind;
}

/* The child has only the host's copies. */
static void before_fork(void)
{
    pthread_mutex_lock(&offcy_shared()->lock);
    offcy_staging_pause(true);
    if (offcy_device_usable_here())
        offcy_coherence_fetch_all();
    offcy_staging_pause(false);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&offcy_shared()->lock);
}

/* -1 with an error if it failed to load the code: then it is not known whether it works. */
static int ask_device(int device, offcy_error *error)
{
    offcy_state *state = offcy_shared();
    int failed = 0;
    if (__atomic_load_n(&status[device], __ATOMIC_ACQUIRE) != UNTRIED)
        return status[device] >= WORKS;
    pthread_mutex_lock(&state->lock);
    if (status[device] == UNTRIED) {
        if (offcy_device_first_use())
            pthread_atfork(before_fork, after_fork, after_fork);
        const int kind = try_device(device);
        failed = kind < 0 ? -1 : 0;
        if (failed < 0 && error != NULL && !offcy_failed(error)) {
            offcy_fail_data(error, OFFCY_DEVICE_FAILED, device, NULL, NULL, 0);
            error->axis = offcy_cause_is_memory();
        }
        if (failed == 0)
            __atomic_store_n(&status[device], kind != 0 ? WORKS + kind : DOES_NOT, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&state->lock);
    return failed < 0 ? -1 : status[device] >= WORKS;
}

static bool device_works(int device)
{
    return ask_device(device, NULL) > 0;
}

static int kind_of(int device)
{
    return device_works(device) ? status[device] - WORKS : 0;
}

int offcy_device_count(void)
{
    if (!offcy_device_usable_here())
        return 0;
    const int count = device_total();
    for (int device = 0; device < count; device++)
        if (device_works(device))
            return count;
    return 0;
}

static int count_usable(void)
{
    return offcy_device_usable_here() ? device_total() : 0;
}

void offcy_offload_know(void)
{
    static offcy_offload known = {count_usable, kind_of, offcy_choose_device, offcy_offload_lack, NULL};
    offcy_state *state = offcy_shared();
    known.next = state->offload;
    state->offload = &known;
}

static int fail_bad_device(offcy_error *error, int device, int count)
{
    if (offcy_fail_data(error, OFFCY_BAD_DEVICE, device, NULL, NULL, 0) < 0)
        error->extent = count;
    return OFFCY_DEFAULT_DEVICE;
}

/* OpenMP's default is a number that no device has. */
static int no_default_device(int device, int count, offcy_error *error)
{
    static bool reported;
    static char words[96];
    if (policy_is(POLICY_MANDATORY)) {
        snprintf(words, sizeof words, "there is no device %d, as OMP_DEFAULT_DEVICE says (number of devices: %d)",
                 device, count);
        fail_no_device(error, words);
        return -1;
    }
    if (!__atomic_exchange_n(&reported, true, __ATOMIC_RELAXED))
        fprintf(stderr, "offcy: OMP_DEFAULT_DEVICE=%d: there are %d devices; the first that works is used\n", device,
                count);
    return 0;
}

int offcy_choose_device(int device, offcy_error *error)
{
    if (device == OFFCY_DEFAULT_DEVICE)
        device = chosen_device();
    if (device == OFFCY_HOST)
        return OFFCY_HOST;
    const int count = device_total();
    if (count == 0) {
        if (policy_is(POLICY_MANDATORY))
            return fail_no_device(error, "there is no device to offload to" BUILT_FOR);
        return OFFCY_HOST;
    }
    if (!offcy_device_usable_here()) {
        offcy_fail_data(error, OFFCY_FORKED, 0, NULL, NULL, 0);
        return OFFCY_DEFAULT_DEVICE;
    }
    const bool any = device == OFFCY_DEFAULT_DEVICE;
    if (any)
        device = omp_get_default_device();
    else if (device < 0 || device >= count)
        return fail_bad_device(error, device, count);
    if (any && (device < 0 || device >= count) && no_default_device(device, count, error) < 0)
        return OFFCY_DEFAULT_DEVICE;
    int works = device >= 0 && device < count ? ask_device(device, error) : 0;
    if (works > 0)
        return device;
    for (int other = 0; any && works == 0 && other < count; other++)
        if ((works = ask_device(other, error)) > 0)
            return other;
    if (works < 0)
        return OFFCY_DEFAULT_DEVICE;
    if (policy_is(POLICY_MANDATORY))
        return fail_no_device(error, "no device can run this module's code");
    return OFFCY_HOST;
}

const char *offcy_device_why_host(int device)
{
    if (device == OFFCY_DEFAULT_DEVICE)
        device = chosen_device();
    return device == OFFCY_HOST || policy_is(POLICY_DISABLED) ? NULL : offcy_offload_lack();
}

bool offcy_device_demands_alignment(int device)
{
    return kind_of(device) == OFFCY_NVIDIA;
}

#else /* the host alone */

int offcy_choose_device(int device, offcy_error *error)
{
    if (device == OFFCY_DEFAULT_DEVICE)
        device = chosen_device();
    if (device != OFFCY_HOST && policy_is(POLICY_MANDATORY))
        return fail_no_device(error, "this module was built for the host alone");
    return OFFCY_HOST;
}

const char *offcy_device_why_host(int device) { (void)device; return NULL; }
int offcy_device_count(void) { return 0; }

void offcy_offload_know(void) {}

bool offcy_device_demands_alignment(int device) { (void)device; return false; }

#endif
