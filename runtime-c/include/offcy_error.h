/* The error record: how an error leaves code that has no GIL, on the host or on a device.
 *
 * A kernel, a `nogil` function or the data environment fills an `offcy_error`; the glue turns it into a Python
 * exception with `offcy_raise` (offcy_py.h). The record holds only numbers: their meaning in words (line, function,
 * variable) is in the module's table of sites, on the host.
 *
 *     offcy_error error = {0};
 *     ...
 *     if (OFFCY_UNLIKELY((size_t)i >= (size_t)X_shape0))
 *         offcy_fail_index(&error, SITE_7, 0, i, X_shape0);
 *
 * The first error wins: of several threads that fail, one fills the record.
 */
#ifndef OFFCY_ERROR_H
#define OFFCY_ERROR_H

#include "offcy_base.h"

/* What happened. The comment is the Python exception that `offcy_raise` makes of it. */
typedef enum offcy_error_kind {
    OFFCY_NO_ERROR = 0,

    /* Set by emitted code through the `offcy_fail...` functions below. */
    OFFCY_INDEX_ERROR,              /* IndexError: Out of bounds on buffer access (axis 0) */
    OFFCY_SLICE_INDEX_ERROR,        /* IndexError: Index out of bounds (axis 0) */
    OFFCY_SLICE_STEP_ERROR,         /* ValueError: Step may not be zero (axis 0) */
    OFFCY_EXTENT_ERROR,             /* ValueError: got differing extents in dimension 0 (got 3 and 2) */
    OFFCY_LENGTH_ERROR,             /* ValueError: Assignment to slice of wrong length, expected 3, got 2 */
    OFFCY_INTEGER_DIVISION_BY_ZERO, /* ZeroDivisionError: integer division or modulo by zero */
    OFFCY_FLOAT_DIVISION_BY_ZERO,   /* ZeroDivisionError: float division */
    OFFCY_FLOAT_MODULO_BY_ZERO,     /* ZeroDivisionError: float divmod() */
    OFFCY_DIVISION_OVERFLOW,        /* OverflowError: value too large to perform division */
    OFFCY_OVERFLOW,                 /* OverflowError: value too large */
    OFFCY_NEGATIVE_POWER,           /* ValueError: Integers to negative powers are not allowed */
    OFFCY_BAD_CLAUSE,               /* ValueError: num_threads, chunksize: the site's variable, and its value */
    OFFCY_NONE_ERROR,               /* AttributeError or TypeError: the site's message */
    OFFCY_UNBOUND_ERROR,            /* UnboundLocalError: the site's variable */
    OFFCY_RAISED,                   /* `raise`: the site's exception and message */
    OFFCY_CAUGHT,                   /* the Python exception in `exception`: see offcy_catch */

    /* Set by the data environment, on the host only. */
    OFFCY_OUT_OF_MEMORY,      /* MemoryError: the device's; names device, variable and bytes */
    OFFCY_OUT_OF_HOST_MEMORY, /* MemoryError: the host's */
    OFFCY_OVERLAP,            /* ValueError: two captures overlap in part; names both. `device`: the one where the other is
                               * resident; OFFCY_HOST: they are captures of one region */
    OFFCY_SHARED,             /* ValueError: threads add up in one of two captures that share elements, and a context that
                               * the user wrote keeps data of the region on a device; names both */
    OFFCY_BAD_MAP,            /* ValueError: a map of a null pointer, a negative count, ... */
    OFFCY_NOT_PRESENT,        /* ValueError: update of data that is not on the device */
    OFFCY_BAD_DEVICE,         /* ValueError: no device with that number */
    OFFCY_TWO_HOMES,          /* ValueError: arrays of a region live on two devices; names both. `index`: the second one */
    OFFCY_ELSEWHERE,          /* ValueError: an array lives on another device than the region's (`index`), or on one that cannot
                               * run the module's code (OFFCY_HOST) */
    OFFCY_NO_DEVICE,          /* RuntimeError: OMP_TARGET_OFFLOAD=MANDATORY without a device */
    OFFCY_FORKED,             /* RuntimeError: offload in a forked child of a process that did */
    OFFCY_TRANSFER_FAILED,    /* RuntimeError: the device refused a copy or an association */
    OFFCY_INTERRUPTED,        /* KeyboardInterrupt: a region was stopped */
    OFFCY_DEVICE_FAILED,      /* RuntimeError, or MemoryError if `axis` is 1: a device could not run a region's kernel,
                               * of the function `name`, in the file `other`, line `index`; without a name: load the
                               * module's code */
} offcy_error_kind;

enum { OFFCY_HAS_FLAG = 0x0FFC };

/* One error. `{0}` is "no error". 64 bytes, the same on the host and on every device. */
typedef struct offcy_error {
    int32_t kind;      /* offcy_error_kind; set by compare and exchange, so that one thread wins */
    int32_t site;      /* index into the module's `offcy_site` table; -1: none */
    int32_t axis;      /* the axis of an index, slice or shape error; see OFFCY_DEVICE_FAILED */
    int32_t device;    /* device number, for the data environment's errors; OFFCY_HAS_FLAG: see `exception` */
    int64_t index;     /* the index as the program computed it; the data environment: bytes */
    int64_t extent;    /* elements on that axis; OFFCY_BAD_DEVICE: number of devices; for the data environment's other
                        * errors the number of the cause, 0: not known */
    const char *name;  /* the data environment's variable, static on the host; never on a device */
    const char *other; /* OFFCY_OVERLAP: the variable that it overlaps; OFFCY_BAD_MAP: why */
    void *exception;   /* OFFCY_CAUGHT: a reference to it, owned; `name` is the function.
                        * If `device` is OFFCY_HAS_FLAG: the `int` that is set when a device fills the record.
                        * OFFCY_INDEX_ERROR, OFFCY_SLICE_INDEX_ERROR out of a region: an `offcy_shapes`
                        * (offcy_data.h), owned. `offcy_raise` takes either. */
    int64_t dropped;   /* the first error that a `noexcept` function dropped; 0: none */
} offcy_error;

/* A place in the source that can fail, in words. Modules keep a static table of them. */
typedef struct offcy_site {
    const char *function;  /* as in a traceback: "pairwise_distance" */
    int line;              /* from 1 */
    const char *variable;  /* the view or variable that the check is about; NULL: none */
    const char *exception; /* OFFCY_RAISED: name of a built-in exception, "ValueError" */
    const char *message;   /* OFFCY_RAISED, OFFCY_NONE_ERROR: its text; NULL: without arguments */
    const char *file;      /* where the line is; NULL: in the module's own file */
} offcy_site;

/* Whether an error has been recorded. Kernels may poll it to end early. */
static inline bool offcy_failed(const offcy_error *error)
{
    return __atomic_load_n(&error->kind, __ATOMIC_RELAXED) != OFFCY_NO_ERROR;
}

/* NVIDIA's threads have their own stacks, which no other thread can reach and atomics may not touch. Inlined, such an
 * access would be an atomic access to the stack, for which there is no instruction. */
#ifdef __NVPTX__
#define OFFCY_CLAIM __attribute__((noinline))
#define OFFCY_IS_OWN(place) __nvvm_isspacep_local(place)
#else
#define OFFCY_CLAIM inline
#define OFFCY_IS_OWN(place) false
#endif

/* Stores a value where there is 0; true for the one caller that did. */
#define OFFCY_DEFINE_CLAIM(NAME, TYPE)                                                             \
    static OFFCY_CLAIM bool NAME(TYPE *place, TYPE value)                                          \
    {                                                                                              \
        TYPE none = 0;                                                                             \
        if (!OFFCY_IS_OWN(place))                                                                  \
            return __atomic_compare_exchange_n(place, &none, value, false, __ATOMIC_RELAXED,       \
                                               __ATOMIC_RELAXED);                                  \
        if (*place != 0)                                                                           \
            return false;                                                                          \
        *place = value;                                                                            \
        return true;                                                                               \
    }
OFFCY_DEFINE_CLAIM(offcy_claim_kind, int32_t)
OFFCY_DEFINE_CLAIM(offcy_claim_dropped, int64_t)
#undef OFFCY_DEFINE_CLAIM

/* Lets the host know, at the end of the kernel, that it must fetch a device's record. */
static inline void offcy_set_flag(const offcy_error *error)
{
    if (error->device == OFFCY_HAS_FLAG)
        *(volatile int *)error->exception = 1;
}

/* Claims the record for an error of `kind`; true for the one caller that may fill in the rest. */
static inline bool offcy_fail_first(offcy_error *error, int32_t kind)
{
    /* Many iterations may fail: only the first one writes. */
    if (offcy_failed(error) || !offcy_claim_kind(&error->kind, kind))
        return false;
    offcy_set_flag(error);
    return true;
}

/* Records an error of `kind` at `site`. Callable in kernels. Always -1, for `return offcy_fail(...)`. */
static inline int offcy_fail(offcy_error *error, int32_t kind, int32_t site)
{
    if (offcy_fail_first(error, kind))
        error->site = site;
    return -1;
}

/* Notes in `error` that a `noexcept` function drops `own`, or what those that it called have dropped. Callable in
 * kernels; the host reports the first one with `offcy_print_dropped` (offcy_py.h). */
static inline void offcy_note_dropped(offcy_error *error, const offcy_error *own)
{
    int64_t dropped = own->dropped;
    if (dropped == 0 && own->kind != OFFCY_NO_ERROR)
        dropped = (int64_t)own->site << 32 | (int64_t)own->axis << 8 | own->kind;
    if (dropped != 0 && offcy_claim_dropped(&error->dropped, dropped))
        offcy_set_flag(error);
}

/* Records that `index` is outside `axis`, which has `extent` elements. Callable in kernels.
 * `kind` is OFFCY_INDEX_ERROR for an element, OFFCY_SLICE_INDEX_ERROR for a slice. Always -1. */
static inline int offcy_fail_axis(offcy_error *error, int32_t kind, int32_t site, int axis,
                                  ptrdiff_t index, ptrdiff_t extent)
{
    if (offcy_fail_first(error, kind)) {
        error->site = site;
        error->axis = axis;
        error->index = index;
        error->extent = extent;
    }
    return -1;
}

/* `offcy_fail_axis` for an element access. */
static inline int offcy_fail_index(offcy_error *error, int32_t site, int axis, ptrdiff_t index,
                                   ptrdiff_t extent)
{
    return offcy_fail_axis(error, OFFCY_INDEX_ERROR, site, axis, index, extent);
}

#endif
