/* Libraries of devices' makers: BLAS. They are found by their names, so nothing needs them to be installed, and know
 * the addresses that the offload runtime allocates, for it uses the primary contexts of the maker's own interface. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "offcy_maker.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef enum maker { NO_MAKER, CUBLAS, ROCBLAS } maker;

/* What the interfaces have different names or numbers for. */
static const struct {
    const char *create;
    const char *function, *amax; /* their names, by the letter of the type */
    bool is_upper;               /* that is: */
    int as_is, transposed, lower, upper;
} interfaces[] = {
    [CUBLAS] = {"cublasCreate_v2", "cublas%c%s_v2", "cublasI%c%s_v2", true, 0, 1, 0, 1},
    [ROCBLAS] = {"rocblas_create_handle", "rocblas_%c%s", "rocblas_i%c%s", false, 111, 112, 122, 121},
};

static const char *const bases[OFFCY_ROUTINES] = {
    [OFFCY_AMAX] = "amax", [OFFCY_ASUM] = "asum", [OFFCY_AXPY] = "axpy", [OFFCY_COPY] = "copy",
    [OFFCY_DOT] = "dot",   [OFFCY_GEMM] = "gemm", [OFFCY_GEMV] = "gemv", [OFFCY_GER] = "ger",
    [OFFCY_NRM2] = "nrm2", [OFFCY_SCAL] = "scal", [OFFCY_SWAP] = "swap", [OFFCY_SYMV] = "symv",
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

typedef int of_address(void *value, int attribute, uintptr_t address);
typedef int of_context(void *context);
typedef int of_number(int device);
typedef int of_nothing(void);

/* The library, once it was looked for, and functions of its driver; NULL: that is not loaded. */
static struct {
    bool sought;
    bool was_named;
    maker maker;
    void *library;
    const char *why;
    of_address *ask;
    of_context *push, *pop;
    of_number *choose;
    of_nothing *wait;
} found;

static maker maker_of(void *library)
{
    for (maker one = CUBLAS; one <= ROCBLAS; one++)
        if (dlsym(library, interfaces[one].create) != NULL)
            return one;
    return NO_MAKER;
}

static bool load(const char *name)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == NULL)
        return false;
    found.maker = maker_of(library);
    found.library = library;
    return found.maker != NO_MAKER;
}

/* A function of a library if that is loaded: a device that is in use has its driver there. */
static void *loaded(const char *library, const char *name)
{
    void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    void *function = handle != NULL ? dlsym(handle, name) : NULL;
    if (handle != NULL)
        dlclose(handle);
    return function;
}

static void find_driver(void)
{
    if (found.maker == CUBLAS) {
        found.ask = (of_address *)loaded("libcuda.so.1", "cuPointerGetAttribute");
        found.push = (of_context *)loaded("libcuda.so.1", "cuCtxPushCurrent_v2");
        found.pop = (of_context *)loaded("libcuda.so.1", "cuCtxPopCurrent_v2");
        found.wait = (of_nothing *)loaded("libcuda.so.1", "cuCtxSynchronize");
    } else if (found.maker == ROCBLAS) {
        found.choose = (of_number *)dlsym(found.library, "hipSetDevice");
        found.wait = (of_nothing *)dlsym(found.library, "hipDeviceSynchronize");
    }
}

/* Needs the lock. */
static void seek(void)
{
    static const char *const of_cuda[] = {"libcublas.so.12", "libcublas.so.13", "libcublas.so.11", "libcublas.so", NULL};
    static const char *const of_rocm[] = {"librocblas.so.5", "librocblas.so.4", "librocblas.so", NULL};
    const char *named = getenv("OFFCY_DEVICE_BLAS");
    found.sought = true;
    found.why = "no BLAS for devices is found";
    found.was_named = named != NULL && named[0] != '\0';
    if (found.was_named) {
        if (load(named))
            find_driver();
        else
            found.why = "OFFCY_DEVICE_BLAS is not cuBLAS or rocBLAS, or cannot be loaded";
        return;
    }
    const char *const *names = loaded("libcuda.so.1", "cuInit") != NULL            ? of_cuda
                               : loaded("libhsa-runtime64.so.1", "hsa_init") != NULL ? of_rocm
                                                                                    : NULL;
    for (; names != NULL && *names != NULL && !load(*names); names++)
        ;
    find_driver();
}

/* ---- A device's own context ---- */

enum { POINTER_CONTEXT = 1 /* CU_POINTER_ATTRIBUTE_CONTEXT */ };

/* Makes the context of the device current in the thread, which the library takes. `*context`: the driver's own, or of the
 * device's number; NULL: there is no driver. A library that was named works then, for any device whose memory is the host's:
 * for tests. */
static bool enter(int device, const void *address, const void **context)
{
    *context = NULL;
    if (found.ask == NULL && found.choose == NULL)
        return found.was_named;
    if (found.choose != NULL) {
        *context = (const void *)(uintptr_t)(device + 1);
        return found.choose(device) == 0;
    }
    void *owner = NULL;
    if (found.push == NULL || found.ask(&owner, POINTER_CONTEXT, (uintptr_t)address) != 0 || found.push(owner) != 0)
        return false;
    *context = owner;
    return true;
}

/* -1: what was begun failed. */
static int leave(const void *context)
{
    void *ignored;
    const int status = context != NULL && found.wait != NULL ? found.wait() : 0;
    if (context != NULL && found.pop != NULL)
        found.pop(&ignored);
    return status == 0 ? 0 : -1;
}

/* The library's handle for a context; NULL: it has no room. */
static void *handle_for(const void *context)
{
    enum { HANDLES = 16 };
    static struct {
        const void *context;
        void *handle;
    } handles[HANDLES];
    static int count;
    for (int k = 0; k < count; k++)
        if (handles[k].context == context)
            return handles[k].handle;
    of_context *create = (of_context *)dlsym(found.library, interfaces[found.maker].create);
    void *handle = NULL;
    if (count == HANDLES || create((void *)&handle) != 0)
        return NULL;
    handles[count].context = context;
    return handles[count++].handle = handle;
}

/* ---- Its functions ---- */

static void *function_of(const offcy_library_call *call)
{
    char name[32];
    const bool is_double = call->itemsize == (ptrdiff_t)sizeof(double);
    const char letter = interfaces[found.maker].is_upper && call->routine != OFFCY_AMAX ? (is_double ? 'D' : 'S')
                                                                                       : (is_double ? 'd' : 's');
    const char *form = call->routine == OFFCY_AMAX ? interfaces[found.maker].amax : interfaces[found.maker].function;
    snprintf(name, sizeof name, form, letter, bases[call->routine]);
    return dlsym(found.library, name);
}

static int whole(const void *argument)
{
    return *(const int *)argument;
}

/* 'N', 'T' or 'C', in capitals or not. */
static int turned(const void *option)
{
    return (*(const char *)option | 0x20) == 'n' ? interfaces[found.maker].as_is : interfaces[found.maker].transposed;
}

static int part(const void *option)
{
    return (*(const char *)option | 0x20) == 'u' ? interfaces[found.maker].upper : interfaces[found.maker].lower;
}

typedef int of_one(void *, int, const void *, int, void *result);
typedef int of_scale(void *, int, const void *, void *, int);
typedef int of_two(void *, int, void *, int, void *, int);
typedef int of_product(void *, int, const void *, int, const void *, int, void *result);
typedef int of_sum(void *, int, const void *, const void *, int, void *, int);
typedef int of_gemv(void *, int, int, int, const void *, const void *, int, const void *, int, const void *, void *, int);
typedef int of_symv(void *, int, int, const void *, const void *, int, const void *, int, const void *, void *, int);
typedef int of_ger(void *, int, int, const void *, const void *, int, const void *, int, void *, int);
typedef int of_gemm(void *, int, int, int, int, int, const void *, const void *, int, const void *, int, const void *, void *,
                    int);

static int run_vectors(offcy_routine routine, void *function, void *handle, void *const *with, void *result)
{
    switch (routine) {
    case OFFCY_AXPY:
        return ((of_sum *)function)(handle, whole(with[0]), with[1], with[2], whole(with[3]), with[4], whole(with[5]));
    case OFFCY_DOT:
        return ((of_product *)function)(handle, whole(with[0]), with[1], whole(with[2]), with[3], whole(with[4]), result);
    case OFFCY_COPY:
    case OFFCY_SWAP:
        return ((of_two *)function)(handle, whole(with[0]), with[1], whole(with[2]), with[3], whole(with[4]));
    case OFFCY_SCAL:
        return ((of_scale *)function)(handle, whole(with[0]), with[1], with[2], whole(with[3]));
    case OFFCY_NRM2: {
        /* The makers give 0 for steps below 1, which is right for the other sums. The reference visits the same elements in
         * both directions, and for a step of 0 the first one each time. */
        const int step = whole(with[2]);
        if (step == 0)
            return -1;
        return ((of_one *)function)(handle, whole(with[0]), with[1], abs(step), result);
    }
    default:
        return ((of_one *)function)(handle, whole(with[0]), with[1], whole(with[2]), result);
    }
}

static int run(offcy_routine routine, void *function, void *handle, void *const *with, void *result)
{
    switch (routine) {
    case OFFCY_GEMV:
        return ((of_gemv *)function)(handle, turned(with[0]), whole(with[1]), whole(with[2]), with[3], with[4], whole(with[5]),
                                     with[6], whole(with[7]), with[8], with[9], whole(with[10]));
    case OFFCY_SYMV:
        return ((of_symv *)function)(handle, part(with[0]), whole(with[1]), with[2], with[3], whole(with[4]), with[5],
                                     whole(with[6]), with[7], with[8], whole(with[9]));
    case OFFCY_GER:
        return ((of_ger *)function)(handle, whole(with[0]), whole(with[1]), with[2], with[3], whole(with[4]), with[5],
                                    whole(with[6]), with[7], whole(with[8]));
    case OFFCY_GEMM:
        return ((of_gemm *)function)(handle, turned(with[0]), turned(with[1]), whole(with[2]), whole(with[3]), whole(with[4]),
                                     with[5], with[6], whole(with[7]), with[8], whole(with[9]), with[10], with[11],
                                     whole(with[12]));
    default:
        return run_vectors(routine, function, handle, with, result);
    }
}

bool offcy_maker_has(int device, const void *address, const char **why)
{
    const void *context;
    pthread_mutex_lock(&lock);
    if (!found.sought)
        seek();
    *why = found.maker == NO_MAKER ? found.why : "the device's BLAS is another maker's";
    const bool has = found.maker != NO_MAKER && enter(device, address, &context);
    if (has)
        leave(context);
    pthread_mutex_unlock(&lock);
    return has;
}

int offcy_maker_run(const offcy_library_call *call, int device, void *const *with, const char **why)
{
    const void *context;
    int status = -1;
    *why = "the device's BLAS refuses the call";
    pthread_mutex_lock(&lock);
    if (!found.sought)
        seek();
    if (found.maker != NO_MAKER && enter(device, with[call->argument[0]], &context)) {
        void *function = function_of(call);
        void *handle = function != NULL ? handle_for(context) : NULL;
        if (handle != NULL && run(call->routine, function, handle, with, call->result) == 0)
            status = 0;
        if (leave(context) < 0)
            status = -1;
    }
    pthread_mutex_unlock(&lock);
    return status;
}
