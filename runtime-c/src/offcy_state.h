/* What the runtime's sources share internally.
 *
 * Every module carries a copy of this code, and all copies work on one `offcy_state`. The first module to be imported
 * publishes its state; the others adopt it (py_module.c). So the layout is an interface between modules built at
 * different times: changing it requires a new OFFCY_STATE_VERSION.
 */
#ifndef OFFCY_STATE_H
#define OFFCY_STATE_H

#include "offcy_rt.h"

#include <pthread.h>

#define OFFCY_STATE_VERSION 16

struct offcy_entered;   /* rt_enter.c: a variable of a scope */
struct offcy_block;     /* rt_present.c: one range that is present */
struct offcy_records;   /* rt_record.c: error records that wait on a device */
struct offcy_free_list; /* rt_pool.c: blocks of one size that wait to be used again */
struct offcy_staging;   /* rt_staging.c: pinned memory that large transfers may go by */

/* One device. All zeros: nothing is present, nothing waits. */
typedef struct offcy_device {
    struct offcy_block **present; /* by address, no two overlap */
    ptrdiff_t present_count, present_capacity;
    struct offcy_free_list *waiting; /* by size class; NULL: none yet */
    offcy_pool_statistics pool;
    struct offcy_records *records; /* NULL: none was asked for */
} offcy_device;

/* Bits of `offcy_state.trace`. */
enum { OFFCY_TRACE_UNKNOWN = 1, OFFCY_TRACE_TEXT = 2, OFFCY_TRACE_JSON = 4 };

typedef struct offcy_state {
    pthread_mutex_t lock;   /* of everything below */
    pthread_cond_t changed; /* a region was left, or a block is no longer busy */
    int waiting;            /* threads that wait for that */
    long process;           /* id of the process that first used a device; 0: none did */
    offcy_device **devices; /* by number, as many as were used; each stays where it is */
    int device_count;
    int coherent_count;     /* coherent blocks on all devices; also read without the lock */
    uintptr_t coherent_low, coherent_high; /* they all lie between; the same */
    int resident_count;     /* arrays that live on devices; and those whose memory there others use, too: */
    int shared_count;       /* both also read without the lock */
    struct offcy_entered *contexts; /* inferred contexts, by their first rows; the newest first */
    struct {
        uintptr_t thread;
        int contexts;
        bool writes;        /* on the host to arrays that live on devices, until Python's code runs again */
    } keepers[63];          /* the threads that are in inferred contexts, and in how many; and those that write */
    int writing;            /* how many of them write; also read without the lock */
    /* Copies device memory to the host: of a module that is built for a device, for modules that are not. */
    int (*read)(int device, void *to_host, const void *from, ptrdiff_t bytes);
    struct offcy_staging *staging; /* has its own lock; NULL: nothing large was moved yet */

    unsigned trace;
    offcy_trace_sink sink;
    void *sink_closure;
    int logging; /* how many want the trace in `log`; also read without the lock */
    struct {
        char *text; /* owned: one JSON object per line */
        size_t length, room;
    } log;

    struct offcy_offload *offload; /* of the modules that are built for devices, the newest first */
    struct offcy_chosen {
        uintptr_t thread;
        int device;         /* OFFCY_DEFAULT_DEVICE: nothing special */
    } *choices;             /* what threads use by default */
    int choice_count;       /* also read without the lock */
    int (*context_choice)(void); /* the same of the context in which the thread runs Python's code; NULL: threads choose for themselves */

    void *memoryview_type;  /* PyTypeObject *, owned; py_memoryview.c */
    void *lent_type;        /* the same; py_cython_view.c */

    const struct offcy_driver *driver; /* of the module whose functions the offload runtime calls; NULL: none */
} offcy_state;

/* What the offload runtime is asked to do. */
typedef enum offcy_asked {
    OFFCY_ASKS = 0, /* something that can fail */
    OFFCY_LOADS,    /* to load code */
    OFFCY_RUNS,     /* to run a kernel */
} offcy_asked;

/* What is known about NVIDIA's driver: rt_driver.c. All for the calling thread. */
typedef struct offcy_driver {
    void (*begin)(offcy_asked asked); /* no call has failed so far */
    int (*end)(bool *began); /* the code of the first that has, or 0; whether a kernel began before it */
    void (*describe)(char *words, size_t room);
} offcy_driver;

/* What a module that is built for devices knows about them. */
typedef struct offcy_offload {
    int (*count)(void);       /* of devices, whether or not the module's code runs there */
    int (*kind)(int device);  /* OFFCY_VIRTUAL ..., or 0 if the module's code does not run there */
    int (*choose)(int device, offcy_error *error); /* `offcy_choose_device` */
    const char *(*lack)(void); /* `offcy_offload_lack` */
    struct offcy_offload *next;
} offcy_offload;

enum { OFFCY_VIRTUAL = 1, OFFCY_NVIDIA, OFFCY_AMD };

/* Adds what this module knows, if it is built for devices. With the GIL held. */
OFFCY_HIDDEN void offcy_offload_know(void);

/* Device `number` of the shared state, made if need be; NULL: no memory. Needs the lock. */
OFFCY_HIDDEN offcy_device *offcy_device_at(int number);

/* The state that all modules share. Never NULL. */
OFFCY_HIDDEN offcy_state *offcy_shared(void);

/* Releases the lock until another thread has left a region or moved its data. Nobody waits while holding what others
 * wait for: a busy block, or a region's variables. Both end without waiting. */
OFFCY_HIDDEN void offcy_wait(void);

/* Wakes those who wait. Needs the lock. */
OFFCY_HIDDEN void offcy_wake(void);

/* Makes `state` (of the same version, never freed) the one that this module works on. */
OFFCY_HIDDEN void offcy_adopt(offcy_state *state);

/* The offload runtime of a module that is built for devices: rt_offload.c. Loads it, unless that has been tried before; all
 * that asks for it does this first. It takes LLVM some ten milliseconds, and a GPU's driver more. */
OFFCY_HIDDEN void offcy_need_offload_runtime(void);

/* Finds and loads it; NULL with a reason in `lack`. Its name; NULL: the module does not look for it. A path that is tried if the
 * dynamic linker does not find it; only the first counts. rt_find.c. */
OFFCY_HIDDEN void *offcy_find_offload_library(char *lack, size_t room);
OFFCY_HIDDEN const char *offcy_offload_library_name(void);
OFFCY_HIDDEN void offcy_offload_look_in(const char *path);

/* Whether the linker has it loaded with the module, since somebody else has linked that. */
OFFCY_HIDDEN bool offcy_offload_is_linked(void);

/* Why it is not there, in the dynamic linker's words; NULL: it is, or this module has no use for it. */
OFFCY_HIDDEN const char *offcy_offload_lack(void);

/* The process that has loaded it, if that is later than the module; otherwise 0. */
OFFCY_HIDDEN pid_t offcy_offload_loaded_in(void);

/* One of its own functions, by name; NULL: there is none. */
OFFCY_HIDDEN void *offcy_offload_function(const char *name);

/* Passes what this module knows about the driver to the other modules. */
OFFCY_HIDDEN void offcy_share_driver(void);

/* Makes room on a device: waiting blocks go, otherwise a coherent one. Returns whether there were any. */
OFFCY_HIDDEN bool offcy_make_room(int device);

/* Keeps libomp apart from other OpenMP runtimes; before it starts: rt_scope.c. */
OFFCY_HIDDEN void offcy_keep_openmp_apart(void);

/* What libomp calls in place of `getenv`, and in place of the function by which it registers for forks, whose address
 * is in `offcy_openmp_atfork`: rt_fork.c. */
typedef int offcy_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void), void *library);
OFFCY_HIDDEN char *offcy_openmp_asks(const char *name);
OFFCY_HIDDEN offcy_atfork offcy_openmp_started;
OFFCY_HIDDEN_DATA offcy_atfork *offcy_openmp_atfork;

/* Records an error of the data environment. `name` and `other` are static. Always -1. */
OFFCY_HIDDEN int offcy_fail_data(offcy_error *error, int kind, int device, const char *name,
                                 const char *other, ptrdiff_t bytes);

#endif
