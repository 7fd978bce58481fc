/* The scheduler's own view of blocks, warps and fibers. */
#ifndef OFFCY_WARP_H
#define OFFCY_WARP_H

#include <setjmp.h>
#include <stdbool.h>

#include "offcy_sim_warp.h"

#define SIM_BARRIERS 16
#define SIM_MOST_WARPS 32

/* A stack of the host on which lanes of a warp run: the kernel, or a call that may wait. */
struct sim_fiber {
    void *top; /* where it was left */
    unsigned char *stack;
    size_t size;
    struct sim_fiber *parent;  /* NULL: the scheduler */
    struct sim_fiber *sibling; /* the next call of the same frame; the next free one */
    struct sim_warp *warp;
    sim_code *code;
    unsigned char *const *parameters;
    unsigned char *result;
    uint32_t lanes, returned, taken; /* that entered, have returned, continued in the caller */
    uint32_t block;                  /* where they continue */
    bool done;
};

struct sim_barrier {
    uint32_t arrived[SIM_MOST_WARPS], waiting[SIM_MOST_WARPS];
    uint32_t count; /* 0: all threads */
    uint32_t any;   /* warps with arrivals */
    uint32_t all_true, any_true, how_many;
    enum sim_reduction reduction;
    uint32_t result;
};

struct sim_block {
    struct sim_launch *launch;
    struct sim_warp *warps;
    uint32_t warp_count, threads, alive, running;
    bool *finished; /* for each warp */
    unsigned char *shared, *local;
    struct sim_barrier barriers[SIM_BARRIERS];
    uint64_t number; /* in the grid */
    /* With SIM_CHECK_RACE: what each warp knows about every other, including its own clock. */
    uint32_t clocks[SIM_MOST_WARPS][SIM_MOST_WARPS];
};

struct sim_order;

struct sim_launch {
    const struct sim_instance *instance;
    const struct sim_kernel *kernel;
    struct sim_device *device;
    struct sim_report *report;
    const unsigned char *parameters;
    uint32_t grid[3], block[3];
    uint64_t blocks, next_block;
    size_t shared_size, local_size; /* of a block, of a thread */
    size_t parameter_size;
    size_t stack_size; /* of a fiber */
    uint32_t dynamic_shared, dynamic_size;
    struct sim_block *slots;
    uint32_t slot_count;
    void *top; /* the scheduler's */
    struct sim_warp *current; /* the running warp; NULL: none */
    struct sim_fiber **all; /* of this launch */
    struct sim_fiber *free;
    uint64_t fiber_count, random;
    uint64_t deadline; /* nanoseconds; 0: none */
    uint32_t turns;
    uint32_t number;
    void *cells;              /* with SIM_CHECK_RACE: which threads touched which bytes */
    struct sim_order *orders; /* of each block of the grid */
    uint32_t time;            /* atomic operations so far */
    sigjmp_buf escape;
};

extern const struct sim_runtime sim_runtime;

/* warp_fiber.c */
struct sim_fiber *sim_fiber_take(struct sim_launch *launch);
void sim_fiber_prepare(struct sim_fiber *fiber, struct sim_warp *warp, sim_code *code, uint32_t lanes);
void sim_fiber_resume(struct sim_warp *warp, struct sim_fiber *fiber);
void sim_fiber_give(struct sim_launch *launch, struct sim_fiber *fiber);
/* Releases all stacks of a launch, whatever ran on them. */
void sim_fibers_end(struct sim_launch *launch);
bool sim_fiber_guards(const struct sim_launch *launch, const void *address);

/* warp_frame.c */
uint32_t sim_next(struct sim_frame *frame);
void sim_rotate(struct sim_frame *frame, uint32_t block, uint32_t from);
int sim_together(struct sim_frame *frame, uint32_t block, uint32_t mask, uint32_t members);
int sim_meet(struct sim_frame *frame, uint32_t mask, uint32_t members);
uint32_t sim_call(struct sim_frame *frame, sim_code *code, uint32_t frame_size, uint32_t mask,
                  unsigned char *const *parameters, unsigned char *result, uint32_t block);
void sim_yield(struct sim_warp *warp);

/* warp_barrier.c */
int sim_barrier(struct sim_frame *frame, uint32_t mask, uint32_t id, uint32_t count, int waits,
                enum sim_reduction reduction, uint32_t predicate, uint32_t site);
uint32_t sim_barrier_result(struct sim_warp *warp, uint32_t id);
void sim_exit(struct sim_warp *warp, uint32_t mask);

/* warp_fault.c */
void sim_fault(struct sim_warp *warp, int error, uint32_t site, uint32_t lane, const char *cause)
    __attribute__((noreturn));
void sim_odd_access(struct sim_warp *warp, uint64_t address, uint32_t size, uint32_t alignment,
                    enum sim_access access, enum sim_space space, uint32_t site, uint32_t lane);
void sim_assertion(struct sim_warp *warp, uint64_t message, uint64_t file, uint32_t line, uint64_t function,
                   uint32_t site, uint32_t lane) __attribute__((noreturn));
bool sim_permitted(struct sim_warp *warp, uint64_t address, uint32_t size, enum sim_access access, uint32_t site,
                   uint32_t lane);
void sim_place(struct sim_warp *warp, uint32_t site, uint32_t lane);
void sim_catch_signals(struct sim_launch *launch);
void sim_release_signals(void);

/* warp_look.c */
void sim_look(struct sim_warp *warp, uint64_t address, uint32_t size, uint32_t access, enum sim_space space,
              uint32_t site, uint32_t lane);

/* warp_race.c */
bool sim_race_open(struct sim_launch *launch);
void sim_race_close(struct sim_launch *launch);
void sim_race_start(struct sim_block *block);
void sim_race_met(struct sim_warp *warp);
/* All have arrived. */
void sim_race_barrier(struct sim_block *block, const struct sim_barrier *barrier);
void sim_race(struct sim_warp *warp, uint64_t address, uint32_t size, enum sim_access access, bool is_strong, bool is_shared,
              uint32_t site, uint32_t lane);

/* warp_services.c */
const struct sim_function *sim_function_at(struct sim_warp *warp, uint64_t pointer, uint32_t site, uint32_t lane);
uint32_t sim_print(struct sim_warp *warp, uint64_t format, uint64_t arguments, uint32_t site, uint32_t lane);
uint64_t sim_allocate(struct sim_warp *warp, uint64_t size);
void sim_release(struct sim_warp *warp, uint64_t address, uint32_t site, uint32_t lane);
uint64_t sim_clock(struct sim_warp *warp);
/* How many bytes of text end at a zero there; -1 if it is not in the device's range. */
long sim_text_length(const struct sim_warp *warp, uint64_t address);

/* warp_counts.c */
void sim_count(struct sim_warp *warp, uint32_t site, enum sim_kind kind, uint32_t instructions, uint32_t mask);
void sim_count_divergence(struct sim_warp *warp, uint32_t site);
void sim_count_access(struct sim_warp *warp, uint32_t site, enum sim_space space, enum sim_access access,
                      uint32_t size, uint32_t mask, const uint64_t *addresses);


/* Advances by a step of splitmix64. */
static inline uint64_t sim_random(struct sim_launch *launch) {
    uint64_t z = launch->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

#endif
