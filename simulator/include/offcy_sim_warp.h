/* A warp while it runs: what translated functions and the scheduler share. Lanes of a warp run in lockstep between
 * branches: each block of a function runs for a mask of lanes. */
#ifndef OFFCY_SIM_WARP_H
#define OFFCY_SIM_WARP_H

#include "offcy_sim.h"

#define SIM_LANES 32

#define SIM_STRONG 8u

struct sim_fiber;
struct sim_block;
struct sim_launch;
struct sim_frame;

/* How a barrier combines the predicates of its threads. */
enum sim_reduction { SIM_NO_REDUCTION, SIM_AND, SIM_OR, SIM_POPC };

/* What translated code calls. It is a table because modules are loaded without the driver's symbols. */
struct sim_runtime {
    /* The block that runs next in the frame, with its lanes in `frame->mask`; `frame->blocks` when all have
     * returned. Lets other warps run while all lanes wait. */
    uint32_t (*next)(struct sim_frame *frame);
    /* The lanes have run a loop for a long time: others may be needed to end it. They are parked at `block`. */
    void (*rotate)(struct sim_frame *frame, uint32_t block, uint32_t from);
    /* Whether all lanes of `members` have reached `block`; otherwise the lanes are parked there. */
    int (*together)(struct sim_frame *frame, uint32_t block, uint32_t mask, uint32_t members);
    /* `bar.warp.sync`: returns whether all have arrived; otherwise lanes are blocked until they have. */
    int (*meet)(struct sim_frame *frame, uint32_t mask, uint32_t members);
    /* Calls a function on its own fiber. Returns the lanes that have returned; the others are parked at `block`
     * when they return. */
    uint32_t (*call)(struct sim_frame *frame, sim_code *code, uint32_t frame_size, uint32_t mask,
                     unsigned char *const *parameters, unsigned char *result, uint32_t block);
    /* Arrives at a barrier of the block; `waits` is 0 for `bar.arrive`. Returns whether the lanes continue
       immediately. */
    int (*barrier)(struct sim_frame *frame, uint32_t mask, uint32_t id, uint32_t count, int waits,
                   enum sim_reduction reduction, uint32_t predicate, uint32_t site);
    uint32_t (*barrier_result)(struct sim_warp *warp, uint32_t id);
    void (*exit)(struct sim_warp *warp, uint32_t mask);
    /* Let other warps run; the lanes of the frame stay where they are. */
    void (*yield)(struct sim_warp *warp);
    /* Ends the launch. */
    void (*fault)(struct sim_warp *warp, int error, uint32_t site, uint32_t lane, const char *cause)
        __attribute__((noreturn));
    /* An access outside the device's range, or a misaligned one: ends the launch if nothing else permits it. */
    void (*odd_access)(struct sim_warp *warp, uint64_t address, uint32_t size, uint32_t alignment,
                       enum sim_access access, enum sim_space space, uint32_t site, uint32_t lane);
    /* The function behind a pointer. */
    const struct sim_function *(*function)(struct sim_warp *warp, uint64_t pointer, uint32_t site, uint32_t lane);
    /* Called before each access, in modules with checks. `access` is an `enum sim_access`, with SIM_STRONG if the access is
     * volatile or one of the memory model. */
    void (*access)(struct sim_warp *warp, uint64_t address, uint32_t size, uint32_t access,
                   enum sim_space space, uint32_t site, uint32_t lane);
    /* Counts, in modules with counts. */
    void (*count)(struct sim_warp *warp, uint32_t site, enum sim_kind kind, uint32_t instructions, uint32_t mask);
    void (*count_divergence)(struct sim_warp *warp, uint32_t site);
    void (*count_access)(struct sim_warp *warp, uint32_t site, enum sim_space space, enum sim_access access,
                         uint32_t size, uint32_t mask, const uint64_t *addresses);
    /* Functions of the device's library. */
    uint32_t (*print)(struct sim_warp *warp, uint64_t format, uint64_t arguments, uint32_t site, uint32_t lane);
    uint64_t (*allocate)(struct sim_warp *warp, uint64_t size);
    void (*release)(struct sim_warp *warp, uint64_t address, uint32_t site, uint32_t lane);
    void (*assertion)(struct sim_warp *warp, uint64_t message, uint64_t file, uint32_t line, uint64_t function,
                      uint32_t site, uint32_t lane) __attribute__((noreturn));
    uint64_t (*clock)(struct sim_warp *warp);
};

struct sim_warp {
    const struct sim_runtime *run;
    uint64_t base, range;          /* of the device */
    uint64_t shared, shared_size;  /* the block's window */
    const uint64_t *globals;       /* addresses */
    const unsigned char *parameters;
    uint32_t dynamic_shared;       /* offset in the window */
    uint32_t dynamic_size;
    uint32_t alive;                /* lanes that have not exited */
    uint32_t blocked;              /* lanes that wait at a barrier or for other lanes */
    uint32_t gathering;            /* those of them that wait for other lanes of the warp */
    uint32_t met, met_members;     /* lanes at `bar.warp.sync`, and those that they wait for */
    uint32_t index, count;         /* of the warps of the block */
    uint32_t tid[3][SIM_LANES];
    uint32_t ntid[3], ctaid[3], nctaid[3];
    uint32_t grid;
    uint32_t site;                 /* the running block of code, for faults */
    uint32_t lane;
    uint64_t stack[SIM_LANES];     /* local memory: grows down */
    uint64_t stack_low[SIM_LANES];
    uint64_t stack_size;
    unsigned char *local;          /* the stacks of all lanes */
    struct sim_fiber *root, *fiber; /* of the kernel; the running one */
    struct sim_block *block;
    struct sim_launch *launch;
};

/* A function's activation. Lanes of it are running (in `mask` of the code), parked at a block, in a call, or have
 * returned. */
struct sim_frame {
    struct sim_warp *warp;
    struct sim_fiber *fiber;    /* NULL if the function never waits */
    struct sim_fiber *children; /* calls that have not returned */
    uint32_t waiting;           /* lanes that are parked */
    uint32_t returned;
    uint32_t mask;
    uint32_t blocks;
    uint32_t floor;             /* blocks below it let others run first */
    int32_t budget;             /* until `rotate` */
    uint32_t *wait;             /* lanes parked at each block */
    uint64_t *pending;          /* blocks with parked lanes */
};

#define SIM_BUDGET (1 << 16)

#endif
