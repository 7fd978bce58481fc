/* The driver half of the simulated GPU: the interface between the files driver_*.c and memory_*.c.
 *
 * One lock guards everything; an API call takes it with `driver_enter` and releases it with `driver_leave`. Kernels also
 * run under it. */
#ifndef OFFCY_DRIVER_H
#define OFFCY_DRIVER_H

#include "memory.h"
#include "offcy_sim.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EXPORT __attribute__((visibility("default")))

/* Result codes of the driver that are used by name here; driver_error.c has them all. */
enum {
    OK = 0,
    INVALID_VALUE = 1,
    OUT_OF_MEMORY = 2,
    NOT_INITIALIZED = 3,
    DEINITIALIZED = 4,
    NO_DEVICE = 100,
    INVALID_DEVICE = 101,
    INVALID_IMAGE = 200,
    INVALID_CONTEXT = 201,
    NO_BINARY_FOR_GPU = 209,
    UNSUPPORTED_LIMIT = 215,
    PEER_ACCESS_UNSUPPORTED = 217,
    INVALID_SOURCE = 300,
    SHARED_OBJECT_INIT_FAILED = 303,
    INVALID_HANDLE = 400,
    NOT_FOUND = 500,
    NOT_READY = 600,
    ILLEGAL_ADDRESS = 700,
    OUT_OF_RESOURCES = 701,
    PEER_ACCESS_ALREADY_ENABLED = 704,
    PRIMARY_CONTEXT_ACTIVE = 708,
    NOT_SUPPORTED = 801,
};

enum { MOST_DEVICES = 16 };

/* How far each stream had come. A stream's number is its index. */
typedef struct clock_vector {
    uint32_t *at;
    size_t count;
} clock_vector;

typedef struct stream stream;
typedef struct event event;
typedef struct module module;
typedef struct function function;
typedef struct device device;

struct device {
    struct sim_device sim;
    int ordinal;
    int references;       /* of the primary context */
    unsigned flags;       /* of it */
    int error;            /* not 0: the context is unusable; all calls return this */
    uint32_t peers;       /* bit k: may use device k's memory */
    size_t heap_limit, printf_limit;
    stream *null_stream;
};

struct driver {
    bool initialised;
    bool forked; /* this process was forked from one that had started the driver */
    int device_count;
    device devices[MOST_DEVICES];
    int major, minor;
    bool counts; /* kernels count what they do */
};

extern struct driver driver;

/* ---- driver_enter.c ---- */

/* Takes the lock. Not 0: the call fails with that, and the lock is free. */
int driver_enter(const char *call);
/* The same for calls that need a context: `*current` is its device. */
int driver_enter_context(const char *call, device **current);
/* The beginning of such a call: `current` is its device. */
#define ENTER_CONTEXT(NAME)                                  \
    device *current;                                         \
    const int failed = driver_enter_context(NAME, &current); \
    if (failed != 0)                                         \
    return failed
/* Releases the lock and returns the result. */
int driver_leave(const char *call, int result);
/* For calls that work without `cuInit`. */
int driver_enter_early(const char *call);

/* ---- driver_settings.c ---- */

struct settings {
    int device_count;
    size_t memory;
    int major, minor;
    uint64_t seed;
    unsigned checks;
    double timeout;
    bool trace;
    bool counts;
};

/* Reads OFFCY_SIMULATOR_*; prints errors and then returns false. */
bool driver_settings(struct settings *settings);
/* The code that the `count`-th use of a call fails with; 0: none. */
int driver_planned_failure(const char *call, uint64_t count);

/* ---- driver_error.c ---- */

const char *driver_error_name(int code);
const char *driver_error_text(int code);

/* ---- driver_device.c ---- */

device *driver_current(void);
device *driver_device_of(uint64_t address);
int driver_attribute(int attribute, int *value);
/* "H100" */
const char *driver_gpu_name(void);

/* ---- driver_stream.c ---- */

enum operation_kind { OP_COPY, OP_SET, OP_LAUNCH, OP_WAIT, OP_CALL, OP_FREE };

typedef struct operation {
    struct operation *next;
    enum operation_kind kind;
    uint32_t seq;
    clock_vector clock;
    device *on;
    /* OP_COPY: from `source`, or from `captured` */
    uint64_t to, source;
    size_t bytes;
    void *captured; /* owned; parameters of a launch */
    unsigned value; /* OP_SET: of `unit` bytes each */
    unsigned unit;
    /* OP_LAUNCH */
    const function *function;
    unsigned grid[3], block[3];
    size_t shared;
    /* OP_WAIT */
    stream *awaited;
    uint32_t awaited_seq;
    /* OP_CALL */
    void (*call)(void *);
    void *argument;
} operation;

/* The stream of a handle; NULL and 1, 2 are the context's null stream. NULL: no such stream. */
stream *driver_stream(device *current, void *handle);
/* Puts a copy of the operation after the stream's others and runs it now or later. `now`: before this returns. Returns
 * the device's error. */
int driver_submit(stream *stream, const operation *operation, bool now);
/* Runs all waiting operations of the device. */
int driver_drain_device(device *device);
int driver_drain_all(void);
/* Whether the running operation comes after operation `id`. */
bool driver_is_after(uint32_t id);
/* The running operation; 0: none. And a description of an operation. */
uint32_t driver_running(void);
void driver_describe(uint32_t id, char *text, size_t size);

/* ---- driver_launch.c ---- */

int driver_run_launch(const operation *operation);
int driver_run_copy(const operation *operation);
int driver_run_set(const operation *operation);

/* ---- driver_counts.c ---- */

/* The sums of a kernel's launches; NULL if nothing is counted. */
struct tally;
struct tally *counts_of(const operation *launch);
struct sim_counts *counts_sites(struct tally *tally);
void counts_add_launch(struct tally *tally, const operation *launch);
/* A copy between the host and a device. */
void counts_add_copy(device *device, uint64_t address, size_t bytes, bool to_device);
/* Writes the counts so far: at the end, and where the program may not reach its end. */
void counts_write(void);

/* ---- driver_module.c ---- */

struct function {
    module *module;
    const struct sim_kernel *kernel;
    int dynamic_shared; /* most that a launch may ask for */
    int registers;      /* of each thread; 0: unknown */
};

struct module {
    device *device;
    void *library;
    struct sim_instance instance;
    function *functions;
    module *next;
};

function *driver_function(void *handle);

#endif
