/* Regions and data contexts: which device, what is present there, what is moved.
 *
 * libomptarget ends the process when a map clause cannot be satisfied. So the runtime does the work of a region's maps
 * before the region starts and reports errors in an `offcy_error`; the kernel's own `map(...)` clauses then find
 * everything present, move nothing, and stay true.
 *
 *     static const offcy_region region_12 = {.function = "pairwise", .file = "p.pyx", .line = 12};
 *
 *     const offcy_map maps[] = {
 *         OFFCY_MAP_VIEW("X", X, double, 2, OFFCY_TO),
 *         OFFCY_MAP_VIEW("D", D, double, 2, OFFCY_FROM),
 *     };
 *     if (offcy_enter(&scope, &region_12, OFFCY_DEFAULT_DEVICE, maps, 2, &error) == 0)
 *         pairwise_region_12(scope.device, (double *)X.data, X.shape[0], ..., &error);
 *     offcy_leave(&scope, false);
 *     if (offcy_failed(&error)) goto failed;
 *
 * A data context is the same two calls around the code that it spans. If the device is the host (none found, none
 * compiled in, not wanted) nothing is moved and `scope.device` is OFFCY_HOST.
 *
 * All functions are safe from any thread, with or without the GIL; none calls Python. A thread that enters may
 * have to wait for another to leave a region. So between entering and leaving a region a thread does
 * not wait for what one that enters could hold: the GIL above all.
 */
#ifndef OFFCY_DATA_H
#define OFFCY_DATA_H

#include "offcy_error.h"
#include "offcy_view.h"

/* Device numbers beside 0, 1, ...: */
enum {
    OFFCY_HOST = -1,                       /* the host's cores */
    OFFCY_DEFAULT_DEVICE = -__INT_MAX__ - 1, /* asked for: the default device; the host if none */
};

/* How a variable is mapped: what moves at the outermost boundary of its presence. */
enum {
    OFFCY_ALLOC = 0,    /* nothing */
    OFFCY_TO = 1,       /* host to device on entry */
    OFFCY_FROM = 2,     /* device to host on leaving */
    OFFCY_TOFROM = 3,   /* both */
    OFFCY_WRITTEN = 4,  /* beside OFFCY_TO or OFFCY_ALLOC: the region writes it nevertheless */
    OFFCY_READ = 8,     /* beside OFFCY_ALLOC: the region only reads it (for the overlap check) */
    OFFCY_COHERENT = 16, /* alone, for an inferred context: kept, and moved when a side needs it */
    /* Beside OFFCY_COHERENT: */
    OFFCY_PRIVATE = 32,    /* only the function's own code, and its C callees, reach the data */
    OFFCY_DEAD = 64,       /* nobody reads the data after the context */
    /* Beside OFFCY_COHERENT or OFFCY_FROM: */
    OFFCY_UNDEFINED = 128, /* nobody has written the data yet: it need not be sent */
    /* For `offcy_host_access_any`: */
    OFFCY_ARRAYS = 1024,   /* arrays that live on devices, too */
    /* Beside any: */
    OFFCY_ALONE = 256,     /* threads add to it: one thread must run the region if another variable shows the same elements */
    OFFCY_STEADY = 512,    /* threads read it while others are in the loop: the same if one that is written shows them */
};

/* Coherent data: what an inferred context (`device()`) keeps.
 *
 * For every byte of a coherent block the runtime knows whether the host's copy is current, the device's, or both, and
 * it moves a byte when the side that needs it does not have it:
 *
 *   - entering the context allocates and moves nothing: the host's copies are current, or with
 *     OFFCY_UNDEFINED either's;
 *   - a region with OFFCY_TO in its map (it reads, or does not write all) receives what is current on
 *     the host only; after a region that writes (OFFCY_FROM) only the device's copy is current. With
 *     OFFCY_FROM alone nothing is received: it is written in full. If such a region fails, the host's
 *     copy stays current where it was. Bytes between the elements of a strided view are the host's as
 *     before: other code may write them at any time;
 *   - what a region writes with no OFFCY_FROM in its map is thrown away: the host's copy stays current;
 *   - host code says before it runs what it will read and write (`offcy_host_access`). A region that
 *     runs on the host, or on another device than the block's, says so by its maps;
 *   - leaving the context brings back what is current on the device only, unless OFFCY_DEAD.
 *
 * All goes by address, whatever names the views have.
 *
 * `coherent` in an `offcy_region` says that the code around it reports everything that the host reads and writes, to
 * the end of the innermost inferred context around it: for a region, an update or an explicit context this is the one
 * that contains it; for an inferred context it is the next one outwards, whether in the same function or in one that
 * calls it, all code between included. If that is false, or no such context of this thread keeps the data, the data
 * goes home as without contexts: what a region writes immediately, what an inner context keeps at its end; and what
 * both sides had counts as the host's from then on.
 *
 * Coherent data never gets in the way. A context does not keep a variable if there is no room for it, if it overlaps in
 * part with what is present, or if it lies in what an explicit context or a region has there: the user decided. A map
 * that overlaps in part with a coherent block ends that block's residency, and so does lack of memory, unless a region
 * or an explicit context is using it. Then regions move the data themselves. Variables of one context that overlap in
 * part share a block. */

/* One entry of a map list. */
typedef struct offcy_map {
    const char *name;         /* as the user wrote it; static */
    void *host;               /* address of element [0, ..., 0] */
    ptrdiff_t itemsize;       /* bytes of an element */
    int ndim;                 /* 0 to OFFCY_MAX_DIMENSIONS; 0: one element */
    unsigned map;             /* OFFCY_TO ... */
    const ptrdiff_t *shape;   /* ndim extents */
    const ptrdiff_t *strides; /* ndim distances in bytes; NULL: C-contiguous */
    const ptrdiff_t (*part)[2]; /* per axis the first index mapped and the one after the last, clamped to the shape;
                                 * NULL: all */
    ptrdiff_t alignment;      /* bytes: element addresses are multiples of this, if a device demands it; 0: nothing is
                               * known */
} offcy_map;

/* A number of elements that is not known on entry: an error. */
#define OFFCY_UNKNOWN_COUNT PTRDIFF_MIN
/* The same: the pointer points into an array whose elements do not lie side by side. */
#define OFFCY_COUNT_WITH_GAPS (PTRDIFF_MIN + 1)

/* Initialisers: a view; `*count` elements from a pointer; one variable (struct, scalar, C array). */
#define OFFCY_MAP_VIEW(NAME, VIEW, ELEMENT, NDIM, MAP) \
    {(NAME), (VIEW).data, (ptrdiff_t)sizeof(ELEMENT), (NDIM), (MAP), (VIEW).shape, (VIEW).strides, NULL, \
     (ptrdiff_t)_Alignof(ELEMENT)}
/* A part of a view, by its bounds {start, stop} along each axis; all of it unless CONDITION holds. */
#define OFFCY_MAP_PART(NAME, VIEW, ELEMENT, NDIM, MAP, ...) \
    OFFCY_MAP_PART_IF(1, NAME, VIEW, ELEMENT, NDIM, MAP, __VA_ARGS__)
#define OFFCY_MAP_PART_IF(CONDITION, NAME, VIEW, ELEMENT, NDIM, MAP, ...) \
    {(NAME), (VIEW).data, (ptrdiff_t)sizeof(ELEMENT), (NDIM), (MAP), (VIEW).shape, (VIEW).strides, \
     (CONDITION) ? (const ptrdiff_t[][2]){__VA_ARGS__} : NULL, (ptrdiff_t)_Alignof(ELEMENT)}
/* The same for a C array, with the number of elements along each axis. */
#define OFFCY_MAP_ARRAY_IF(CONDITION, NAME, ARRAY, ITEMSIZE, NDIM, MAP, SHAPE, ...) \
    {(NAME), (void *)(ARRAY), (ptrdiff_t)(ITEMSIZE), (NDIM), (MAP), (SHAPE), NULL, \
     (CONDITION) ? (const ptrdiff_t[][2]){__VA_ARGS__} : NULL, 0}
#define OFFCY_MAP_POINTER(NAME, POINTER, COUNT, MAP) \
    {(NAME), (void *)(POINTER), (ptrdiff_t)sizeof(*(POINTER)), 1, (MAP), (COUNT), NULL, NULL, \
     (ptrdiff_t)_Alignof(__typeof__(*(POINTER)))}
#define OFFCY_MAP_VARIABLE(NAME, VARIABLE, MAP) \
    {(NAME), (void *)&(VARIABLE), (ptrdiff_t)sizeof(VARIABLE), 0, (MAP), NULL, NULL, NULL, 0}

/* The array section of a map in elements from element [0, ..., 0]: where it begins, and how many elements it spans from
 * its first to its last, for the `map` clause of a kernel on this device. Both are 0 if nothing is mapped, and on the host. */
OFFCY_HIDDEN ptrdiff_t offcy_map_first(int device, const offcy_map *map);
OFFCY_HIDDEN ptrdiff_t offcy_map_count(int device, const offcy_map *map);
/* Both, as the arguments of a kernel's function. */
#define OFFCY_SECTION(SCOPE, MAP) \
    offcy_map_first((SCOPE).device, &(MAP)), offcy_map_count((SCOPE).device, &(MAP))

/* `count` if no two of the maps overlap in part, otherwise 0: what an inferred context keeps on the device. */
OFFCY_HIDDEN int offcy_maps_apart(const offcy_map *maps, int count);

typedef enum offcy_region_kind {
    OFFCY_REGION = 0, /* runs kernels: its time is the kernels' */
    OFFCY_CONTEXT,    /* keeps data on the device for the code that it spans */
    OFFCY_UPDATE,     /* refreshes one side's copy of resident data */
    OFFCY_HOST_CODE,  /* host code that uses what may be resident: `offcy_host_access` */
} offcy_region_kind;

/* A place that moves data, as the trace names it. Static, one per region. */
typedef struct offcy_region {
    const char *function;   /* the user's name of the function that contains it */
    const char *file;       /* as in #line */
    int line;               /* of the .pyx file, from 1 */
    offcy_region_kind kind;
    bool can_fail;          /* its kernels write the error record: it is mapped with the variables */
    bool coherent;          /* the code around it reports what the host reads and writes */
    bool interruptible;     /* its failures reach Python: Ctrl-C may stop it */
    const char *routine;    /* of a call that the device's BLAS may run: its name; NULL: any other */
} offcy_region;

/* What `offcy_enter` did, for `offcy_leave` to undo. Start with `{0}`. Lives in the frame that entered. */
/* The shapes of a region's variables, for the message of an index error in it. Allocated by malloc. */
typedef struct offcy_shapes {
    int count;
    struct offcy_shape {
        const char *name;
        int ndim;
        ptrdiff_t shape[8];
    } of[];
} offcy_shapes;

typedef struct offcy_scope {
    int device;                     /* where the region runs: 0, 1, ... or OFFCY_HOST */
    int asked;                      /* where the source wants it: as `offcy_enter` was called */
    bool active;                    /* entered and not yet left */
    bool stops;                     /* Ctrl-C stops it */
    const offcy_region *region;
    offcy_error *error;
    struct offcy_entered *entered;  /* one per mapped variable; owned; NULL on the host */
    int count;
    double started;                 /* seconds, monotonic; when the kernels could start; 0 if nobody asks */
    const offcy_map *maps;          /* of a region: as it was entered with; otherwise NULL */
    int map_count;
    int broken;                     /* a kernel could not run: no other begins. This and the next two: on devices only */
    int cause;                      /* as a number: offcy_cause_words */
    bool no_memory;                 /* the cause is lack of memory */
    struct offcy_scope *outer;      /* the region around it, of the same thread */
    const char *by_host;            /* why the host runs a call whose data is on the device; NULL: any other scope */
    const char *shared[2];          /* the variables for whose sake one thread of the host runs it; NULL: no such */
    int levels;                     /* then: how many levels of threads OpenMP allowed before */
} offcy_scope;

/* Makes the variables of `maps` present on a device and says in `scope->device` where to run.
 *
 * `device`: a device number, OFFCY_DEFAULT_DEVICE, or OFFCY_HOST (`if_=False`). The choice depends on the request,
 * OMP_TARGET_OFFLOAD, and what works: a tiny region is tried once per process.
 *
 * Per variable: a range that is not present is allocated, associated and, with OFFCY_TO, copied. One inside a present
 * range shares that and moves nothing; if only regions of other threads have it there, it shares their memory and moves
 * its own data. The same range twice in one call is one copy with the union of the maps. Views that interleave without
 * sharing an element share a block. No elements: nothing happens. Bytes between the elements of a strided view are
 * never written on the host. Regions of several threads wait for one another if they overlap in part or one would read
 * what another writes; for contexts nobody waits.
 *
 * Returns 0, or -1 with `*error` set: OFFCY_OVERLAP (before anything has moved; between two rows also if the region
 * runs on the host), OFFCY_OUT_OF_MEMORY, OFFCY_OUT_OF_HOST_MEMORY, OFFCY_BAD_MAP, OFFCY_BAD_DEVICE, OFFCY_NO_DEVICE,
 * OFFCY_FORKED, OFFCY_TRANSFER_FAILED. Then everything is as before the call and `scope` needs no leaving (but may be
 * left). `*error` must live until `offcy_leave`; if it already holds an error, returns -1. The map list and the extents
 * in it are not used after the call. */
OFFCY_HIDDEN int offcy_enter(offcy_scope *scope, const offcy_region *region, int device,
                             const offcy_map *maps, int count, offcy_error *error);

/* Ends what `offcy_enter` began, using the addresses that it entered with. Copies back what was mapped OFFCY_FROM at
 * its outermost boundary, gives blocks back to the pool, writes the trace.
 *
 * `failed`: an exception is passing. With it, or if a kernel recorded an error, variables that were mapped only
 * OFFCY_FROM are not copied back (they may be unwritten) and OFFCY_TOFROM ones are: a host array holds its old contents
 * or completed results.
 *
 * Does nothing to a scope that is `{0}` or already left, so a cleanup label may call it always.
 * Returns 0, or -1 if `*error` of the enter call holds an error now (a kernel's, or OFFCY_TRANSFER_FAILED). */
OFFCY_HIDDEN int offcy_leave(offcy_scope *scope, bool failed);

/* Copies resident variables from the host (OFFCY_TO) or back to it (OFFCY_FROM), now.
 * `device` as for `offcy_enter`; on the host nothing happens. Returns 0, or -1 with `*error` set:
 * OFFCY_NOT_PRESENT if a variable is not wholly on the device, and those of `offcy_enter`. */
OFFCY_HIDDEN int offcy_update(const offcy_region *region, int device, const offcy_map *maps,
                              int count, offcy_error *error);

/* Host code is about to use what `maps` describes: per map OFFCY_READ, OFFCY_WRITTEN, or both; for data that is written
 * without being read, OFFCY_WRITTEN | OFFCY_FROM says that all of it is, and that the code cannot fail before. Brings
 * back what only a device has, and notes what the host writes. A map may reach beyond what is present. What is not
 * coherent is left alone. Costs a comparison if nothing is coherent in the whole process. Returns 0, or -1 with
 * `*error` set: OFFCY_TRANSFER_FAILED, OFFCY_BAD_MAP. */
OFFCY_HIDDEN int offcy_host_access(const offcy_region *place, const offcy_map *maps, int count,
                                   offcy_error *error);

/* The same for code that may reach any data: what is coherent and not OFFCY_PRIVATE. `access`:
 * OFFCY_READ, OFFCY_WRITTEN or both; and OFFCY_ARRAYS if it is not only Python's code, which does not know where arrays on
 * devices have their elements. */
OFFCY_HIDDEN int offcy_host_access_any(const offcy_region *place, unsigned access,
                                       offcy_error *error);

/* Where a region that asks for `device` runs: 0, 1, ... or OFFCY_HOST; on failure OFFCY_DEFAULT_DEVICE with `*error`
 * set. The default device is the one that the thread has chosen in Python (`offcy.use_device`), as if the region had
 * asked for it, otherwise OpenMP's. A number that no device has is an error if there are devices; if there are none,
 * every region runs on the host, unless OMP_TARGET_OFFLOAD is MANDATORY. `offcy_enter` calls this itself. */
OFFCY_HIDDEN int offcy_choose_device(int device, offcy_error *error);

/* Number of devices that regions can run on; 0 in modules built for the host alone, under OMP_TARGET_OFFLOAD=DISABLED,
 * and if a trial region ends up on the host. */
OFFCY_HIDDEN int offcy_device_count(void);

/* The device address of host address `host` if `bytes` bytes from there are present, otherwise NULL. */
OFFCY_HIDDEN void *offcy_device_pointer(const void *host, ptrdiff_t bytes, int device);

/* The pool of device blocks that are free for reuse. Trimmed automatically when memory is short. */
typedef struct offcy_pool_statistics {
    ptrdiff_t used_bytes; /* in blocks that hold present data */
    ptrdiff_t free_bytes; /* in blocks that wait to be used again */
    ptrdiff_t limit;      /* bytes that may wait, per device: OFFCY_POOL_LIMIT in the environment */
    int64_t requests;     /* blocks requested since the process began */
    int64_t reused;       /* of these, taken from the pool */
} offcy_pool_statistics;

OFFCY_HIDDEN void offcy_pool_report(int device, offcy_pool_statistics *statistics);

/* Gives every waiting block of `device` back to the device. */
OFFCY_HIDDEN void offcy_pool_trim(int device);

/* Large transfers (4 MiB and more) go through pinned memory if that is faster. For each device and direction this is
 * decided by measuring both ways, on the program's own transfers; OFFCY_STAGING in the environment settles it: `never`
 * or `always`. */
typedef struct offcy_staging_statistics {
    ptrdiff_t pinned_bytes; /* 0: there is no pinned memory, or no use for it was found */
    int64_t measured;       /* transfers that went half each way */
    int64_t staged;         /* transfers that went through it */
    int64_t borrowed;       /* views with gaps that were moved in it */
} offcy_staging_statistics;

OFFCY_HIDDEN void offcy_staging_report(offcy_staging_statistics *statistics);

#endif
