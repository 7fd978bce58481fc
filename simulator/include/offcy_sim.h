/* The interface between the halves of the simulated GPU and the modules that are translated from PTX.
 *
 * A generic address of the device is an address of this process, inside the range that its device reserves
 * (`sim_device::base`, `size`). Device memory, device globals, shared and local memory are all there, so one comparison
 * distinguishes a host pointer from a device pointer. Addresses of the shared space are offsets into the block's window;
 * those of all other spaces are generic. */
#ifndef OFFCY_SIM_H
#define OFFCY_SIM_H

#include <stddef.h>
#include <stdint.h>

/* Grows with every change of this file that affects translated modules. */
#define SIM_ABI 1

/* The symbol of a translated module: `const struct sim_module offcy_sim_module`. */
#define SIM_MODULE_SYMBOL "offcy_sim_module"

/* Function pointers of the device: 16 bytes each from here on; nothing is mapped there. */
#define SIM_CODE_BASE UINT64_C(0x0000100000000000)

struct sim_device;
struct sim_warp;
struct sim_report;

/* ---- Translated modules ---- */

enum sim_space { SIM_GLOBAL, SIM_CONSTANT, SIM_SHARED, SIM_LOCAL, SIM_PARAMETER, SIM_GENERIC };

/* A place in the user's source (`.loc`), and in the PTX. */
struct sim_site {
    const char *file; /* NULL without line information */
    unsigned line, column;
    const char *function; /* of the PTX */
    unsigned ptx_line;
};

struct sim_parameter {
    uint32_t offset, size, alignment;
};

/* Addresses of the device that an initialiser contains. */
struct sim_relocation {
    uint64_t offset;
    uint32_t size;       /* bytes to write, least significant first */
    uint32_t shift;      /* the lowest bit of the address to write: 8 for its second byte */
    uint32_t is_function;
    uint32_t index;      /* of the global or of the function */
    int64_t addend;
};

/* A variable of the module in the global or constant space. */
struct sim_global {
    const char *name; /* of the PTX, without a unit's suffix */
    enum sim_space space;
    uint64_t size, alignment;
    const unsigned char *initial; /* NULL: zeros */
    uint64_t initial_size;        /* the rest is zeros */
    const struct sim_relocation *relocations;
    uint32_t relocation_count;
    uint32_t is_visible; /* cuModuleGetGlobal finds it */
};

/* A function of the device. `parameters` and `result` hold 32 values each, one for each lane, of the sizes below. */
typedef void sim_code(struct sim_warp *warp, uint32_t mask, unsigned char *const *parameters, unsigned char *result);

struct sim_function {
    const char *name;
    sim_code *code;
    const uint32_t *parameter_sizes;
    uint32_t parameter_count;
    uint32_t result_size;
    uint32_t frame; /* bytes of the host's stack, at most */
};

struct sim_kernel {
    const char *name;
    sim_code *code;
    const struct sim_parameter *parameters;
    uint32_t parameter_count;
    uint32_t parameter_size;   /* of the whole buffer */
    uint32_t shared_size;      /* static, in bytes */
    uint32_t shared_alignment;
    uint32_t local_size;       /* bytes of stack for each thread, as far as known */
    uint32_t is_open;          /* recursion or indirect calls: the stack limit of the context holds beyond local_size */
    uint32_t required[3];      /* .reqntid, zeros without */
    uint32_t maximal[3];       /* .maxntid, zeros without */
    uint32_t registers;        /* 0: unknown */
    uint32_t frame;            /* bytes of the host's stack, at most */
};

struct sim_module {
    uint32_t abi;
    uint32_t checks;  /* compiled in: enum sim_check */
    uint32_t counts;  /* compiled in: whether instructions are counted */
    const char *target; /* sm_90 */
    const struct sim_kernel *kernels;
    uint32_t kernel_count;
    const struct sim_function *functions;
    uint32_t function_count;
    const struct sim_global *globals;
    uint32_t global_count;
    const struct sim_site *sites;
    uint32_t site_count;
};

/* A module loaded on a device. The driver half allocates the globals, fills `addresses` (one for each of
 * `module->globals`) and calls `sim_initialise`. */
struct sim_instance {
    struct sim_device *device;
    const struct sim_module *module;
    uint64_t *addresses;
};

/* Writes the initial values of all globals, relocated. */
void sim_initialise(const struct sim_instance *instance);

/* ---- The device: fields that both halves know ---- */

enum sim_check { SIM_CHECK_MEMORY = 1, SIM_CHECK_INIT = 2, SIM_CHECK_RACE = 4, SIM_CHECK_SYNC = 8 };

struct sim_device {
    unsigned char *base; /* the reserved range; unused parts are mapped without access */
    size_t size;
    unsigned ordinal;
    uint64_t seed;            /* permutes schedules; 0: in order */
    unsigned checks;          /* enum sim_check */
    unsigned resident_blocks; /* at once; 0: the default */
    double timeout;           /* seconds for a launch; 0: none */
    size_t stack_limit;       /* CU_LIMIT_STACK_SIZE: bytes for each thread */
    size_t shared_limit;      /* bytes of shared memory a block may use */
    void *memory;             /* of memory_*.c */
    void *driver;             /* of driver_*.c */
};

/* ---- What the driver half provides (memory_*.c); all of it may be called by several threads ---- */

/* Memory inside the range that is not the user's device memory: stacks and shared windows. Readable and writable, page
 * aligned, between pages without access. NULL if there is none left. */
void *sim_window_reserve(struct sim_device *device, size_t size);
void sim_window_release(struct sim_device *device, void *window, size_t size);

/* `malloc` and `free` of kernels. `sim_heap_free` returns 0 where `address` is not a block of the heap. */
void *sim_heap_allocate(struct sim_device *device, size_t size);
int sim_heap_free(struct sim_device *device, void *address);

enum sim_access { SIM_READ, SIM_WRITE, SIM_ATOMIC };

/* Shared memory at the beginning of a block, when it is unwritten, and after its end. With SIM_CHECK_INIT. */
void sim_shared_begin(struct sim_device *device, void *window, size_t size);
void sim_shared_end(struct sim_device *device, void *window, size_t size);
/* Whether the bytes of the access are written, or have been. Reported once for each. */
int sim_shared_check(struct sim_device *device, uint64_t address, size_t size, enum sim_access access);

/* Memory beside the range, filled with zeros, with `each` bytes for each of its bytes; NULL: there is no room. When
 * kernels and programs free memory, its part becomes zeros again. */
void *sim_shadow(struct sim_device *device, size_t each);

/* Clears this part of the shadow. */
void sim_shadow_clear(struct sim_device *device, const void *address, size_t size);

/* A description of an access: what is at its address. */
void memory_describe(struct sim_device *device, uint64_t address, size_t size, enum sim_access access, char *text,
                     size_t room);

/* Whether a kernel may access these bytes; called with SIM_CHECK_MEMORY or SIM_CHECK_INIT for bytes outside of windows.
 * If not, fills in what it knows of the cause and the address in the report and returns 0. A write marks its bytes as
 * initialised. */
int memory_check(struct sim_device *device, uint64_t address, size_t size, enum sim_access access,
                 struct sim_report *report);

/* The check of its last objection in this thread, if it left `error` 0: SIM_CHECK_INIT or SIM_CHECK_SYNC. */
enum sim_check memory_objection(void);

/* Whether this launch touches the 32 bytes at `address` for the first time; called where accesses are counted. */
int memory_first_touch(struct sim_device *device, uint64_t address, uint32_t launch);

/* ---- What the execution half provides (launch.c, warp_*.c) ---- */

/* Codes of the CUDA driver that a launch ends with. */
enum sim_code_of_error {
    SIM_SUCCESS = 0,
    SIM_INVALID_VALUE = 1,
    SIM_OUT_OF_MEMORY = 2,
    SIM_ILLEGAL_ADDRESS = 700,
    SIM_OUT_OF_RESOURCES = 701,
    SIM_LAUNCH_TIMEOUT = 702,
    SIM_ASSERT = 710,
    SIM_STACK_ERROR = 714,
    SIM_ILLEGAL_INSTRUCTION = 715,
    SIM_MISALIGNED_ADDRESS = 716,
    SIM_INVALID_ADDRESS_SPACE = 717,
    SIM_INVALID_PC = 718,
    SIM_LAUNCH_FAILED = 719
};

/* Kinds of instructions, for counts. */
enum sim_kind {
    SIM_KIND_INTEGER, SIM_KIND_F32, SIM_KIND_F64, SIM_KIND_F16, SIM_KIND_SPECIAL, SIM_KIND_CONVERT, SIM_KIND_MOVE,
    SIM_KIND_LOAD, SIM_KIND_STORE, SIM_KIND_ATOMIC, SIM_KIND_BRANCH, SIM_KIND_BARRIER, SIM_KIND_WARP, SIM_KIND_CALL,
    SIM_KIND_COUNT
};

/* Counts of one site; all add up over launches. */
struct sim_counts {
    uint64_t warps[SIM_KIND_COUNT]; /* instructions that a warp issued */
    uint64_t lanes[SIM_KIND_COUNT]; /* the same, once for each active lane */
    uint64_t divergent;             /* branches that split a warp's active lanes */
    uint64_t load_requests, load_sectors, load_bytes;    /* global memory; sectors of 32 bytes */
    uint64_t store_requests, store_sectors, store_bytes; /* atomics count as stores */
    uint64_t first_sectors;                              /* of these, those that the launch had not touched before */
    uint64_t local_requests, local_sectors;
    uint64_t shared_requests, shared_wavefronts; /* wavefronts beyond one a request are bank conflicts */
};

/* How a launch ended. The caller clears it and sets what is marked (in). */
struct sim_report {
    int error;                 /* enum sim_code_of_error */
    enum sim_check check;      /* the check that the error belongs to; 0: none */
    char cause[400];           /* one sentence without a full stop; empty without an error */
    const char *kernel;
    struct sim_site site;      /* file NULL: unknown */
    unsigned block[3], thread[3];
    int has_address;
    uint64_t address;          /* generic */
    size_t size;
    enum sim_access access;
    uint64_t lane_instructions; /* executed, if counted */
    struct sim_counts *counts; /* (in) one for each site of the module; NULL: not wanted */
    /* (in) Findings of checks that do not end the launch; may be NULL. */
    void (*finding)(void *context, enum sim_check check, const struct sim_report *finding);
    void *context;
};

/* Runs a kernel to its end. Returns `report->error`. Several threads may launch at once. `parameters` is the kernel's
 * buffer of `size` bytes. */
int sim_launch(const struct sim_instance *instance, const struct sim_kernel *kernel, const unsigned grid[3],
               const unsigned block[3], size_t dynamic_shared, const void *parameters, size_t size,
               struct sim_report *report);

#endif
