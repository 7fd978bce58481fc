/* Loops of kernels in tiles: boxes of iterations that 32-bit counters can number.
 *
 * A kernel numbers the iterations that it spreads, those of several loops together. In 64 bits that takes up to twice
 * as many registers, so that fewer threads run at a time; so each launch is for as many iterations as 32 bits can
 * number, and there is hardly ever more than one:
 *
 *     offcy_tile tile = {.extent = {n, m}};
 *     while (offcy_next_tile(&tile, 2)) {
 *         const ptrdiff_t i_first = tile.first[0], j_first = tile.first[1];
 *         const int i_count = tile.count[0], j_count = tile.count[1];
 *         #pragma omp target teams distribute parallel for collapse(2)
 *         for (int i = 0; i < i_count; i++) {
 *             for (int j = 0; j < j_count; j++) {
 *                 ... i_first + i, j_first + j
 *
 * Tiles come in the order of the iterations: the last iteration of the last tile is the last of the nest.
 *
 * If a loop needs only threads from OpenMP, each of them has one iteration (a grid, as in CUDA):
 *
 *         #pragma omp target teams OFFCY_GRID(tile.teams)
 *         for (OFFCY_ITERATIONS(i, i_count)) {
 *
 * Arrays that a grid only adds to, atomically, as a histogram's bins: each team has sums of its own, in its shared
 * memory, if they fit there and there are many more iterations than elements. The name of the array is that of the
 * team's sums inside the loop.
 *
 *         const int i_count = tile.count[0], sums = offcy_team_sums(&tile, OFFCY_SIZE_OF_SUMS(bins, bins_n0));
 *         #pragma omp target teams OFFCY_GRID_OF_SUMS(tile.teams, sums)
 *         OFFCY_TEAM_SUMS(bins, bins_n0, sums, 0)
 *         for (OFFCY_SEVERAL_ITERATIONS(i, i_count)) {
 *             #pragma omp atomic
 *             bins[x[i]] += 1;
 *
 * What one thread runs between such loops is a grid of one:
 *
 *         #pragma omp target OFFCY_ONE_THREAD
 *
 * A reduction is OpenMP's: it reduces what each thread has, so there are no more teams than it reduces at a
 * time.
 *
 *         const int i_count = tile.count[0], threads = OFFCY_THREADS(tile);
 *         #pragma omp target teams OFFCY_GRID_OF_THREADS(threads) reduction(+:total)
 *         for (int thread = 0; thread < threads; thread++) {
 *             for (OFFCY_ITERATIONS_OF(thread, threads, i, i_count)) {
 *
 * `distribute parallel for` keeps the state of the team, has barriers around it and bounds for each part of the loop:
 * twice the instructions in a short kernel. OFFCY_BARE says that all devices are NVIDIA's, and that a kernel needs no
 * state: code compiled with it is passed `-fopenmp-cuda-mode`.
 */
#ifndef OFFCY_TILE_H
#define OFFCY_TILE_H

#include <stdlib.h>
#include <time.h>
#include "offcy_base.h"
#include "offcy_error.h"

/* Threads of a grid's team; of one that has sums of its own, which more threads fill in the same time; and at most of one
 * whose results OpenMP reduces. The fastest of 64 to 512 on an H100 or H200. 1024 are faster for one
 * `double`, but leave 64 registers for each: OpenMP's functions for complex numbers need more, and ptxas refuses that. */
#define OFFCY_TEAM_SIZE 128
#define OFFCY_SUMS_TEAM_SIZE 256
#define OFFCY_REDUCING_TEAM_SIZE 256

#ifdef OFFCY_BARE
#define OFFCY_THREADS(tile) ((tile).threads)
#define OFFCY_GRID(teams) ompx_bare num_teams(teams) thread_limit(OFFCY_TEAM_SIZE)
#define OFFCY_GRID_OF_THREADS(threads)                                                             \
    distribute parallel for num_teams(((threads) - 1) / offcy_reducing_team(threads) + 1)          \
        thread_limit(OFFCY_REDUCING_TEAM_SIZE) num_threads(offcy_reducing_team(threads))
#define OFFCY_ONE_THREAD teams ompx_bare num_teams(1) thread_limit(1)
#define OFFCY_GRID_OF_SUMS(teams, sums)                                                            \
    ompx_bare num_teams(teams) thread_limit(OFFCY_SUMS_TEAM_SIZE) ompx_dyn_cgroup_mem(sums)
#ifdef __NVPTX__
#define OFFCY_FIRST                                                                                \
    ((unsigned)__nvvm_read_ptx_sreg_ctaid_x() * (unsigned)__nvvm_read_ptx_sreg_ntid_x()            \
     + (unsigned)__nvvm_read_ptx_sreg_tid_x())
#define OFFCY_STRIDE                                                                               \
    ((unsigned)__nvvm_read_ptx_sreg_nctaid_x() * (unsigned)__nvvm_read_ptx_sreg_ntid_x())
#else /* the host instead of a device: each team is one thread */
extern int omp_get_team_num(void);
extern int omp_get_num_teams(void);
#define OFFCY_FIRST ((unsigned)omp_get_team_num())
#define OFFCY_STRIDE ((unsigned)omp_get_num_teams())
#endif
#else
#define OFFCY_THREADS(tile) ((tile).total)
#define OFFCY_GRID(teams) distribute parallel for
#define OFFCY_GRID_OF_THREADS(threads) distribute parallel for
#define OFFCY_GRID_OF_SUMS(teams, sums) distribute parallel for firstprivate(sums)
#define OFFCY_ONE_THREAD
#define OFFCY_FIRST 0
#define OFFCY_STRIDE 1
#endif

#if defined(OFFCY_BARE) && defined(__NVPTX__)
/* Whether a thread of a grid has an iteration. There is a thread for each; the first thread ends a launch that has
 * fewer. */
static inline bool offcy_has_iteration(unsigned number, unsigned count)
{
    if (number == 0 && OFFCY_STRIDE < count)
        __builtin_trap();
    return number < count;
}

/* Teams that an SM runs at a time, at most. */
#define OFFCY_TEAMS_OF_SM (2048 / OFFCY_TEAM_SIZE)

/* Whether an iteration of the grid had failed when this thread began. Threads of the teams that start at once do not
 * read the record. */
static inline bool offcy_failed_before(const offcy_error *error)
{
    const unsigned at_once = (unsigned)__nvvm_read_ptx_sreg_nsmid() * OFFCY_TEAMS_OF_SM;
    return (unsigned)__nvvm_read_ptx_sreg_ctaid_x() >= at_once && offcy_failed(error);
}

/* The counter of a thread of a grid: its one iteration. In a loop that goes on, loop invariants would be kept in
 * registers: twice as many if functions of libm have their constants. */
#define OFFCY_ITERATIONS(number, count)                                                            \
    unsigned number = OFFCY_FIRST, has_##number = offcy_has_iteration(number, (unsigned)(count));  \
    has_##number;                                                                                  \
    has_##number = false
#else
#define OFFCY_ITERATIONS(number, count) OFFCY_SEVERAL_ITERATIONS(number, count)

static inline bool offcy_failed_before(const offcy_error *error)
{
    return offcy_failed(error);
}
#endif

/* The counter of a thread of a grid that may have fewer threads than iterations. */
#define OFFCY_SEVERAL_ITERATIONS(number, count)                                                    \
    unsigned number = OFFCY_FIRST;                                                                 \
    number < (unsigned)(count);                                                                    \
    number += OFFCY_STRIDE

#define OFFCY_ITERATIONS_OF(thread, threads, number, count)                                        \
    unsigned number = (unsigned)(thread);                                                          \
    number < (unsigned)(count);                                                                    \
    number += (unsigned)(threads)

/* Whether two arrays have no element in common. */
#define OFFCY_APART(one, count, other, other_count)                                                \
    ((const char *)((one) + (count)) <= (const char *)(other)                                      \
     || (const char *)((other) + (other_count)) <= (const char *)(one))

/* The bytes that sums of an array take, those of the next array after them being aligned. */
#define OFFCY_SIZE_OF_SUMS(array, count) (((count) * (ptrdiff_t)sizeof *(array) + 7) / 8 * 8)

#ifdef OFFCY_BARE
#ifdef __NVPTX__
extern void *llvm_omp_target_dynamic_shared_alloc(void); /* where the launch's dynamic shared memory is */

/* Numbers in memory that was given to the team as bytes. */
typedef int32_t __attribute__((may_alias)) offcy_sum_i32;
typedef int64_t __attribute__((may_alias)) offcy_sum_i64;
typedef float __attribute__((may_alias)) offcy_sum_f32;
typedef double __attribute__((may_alias)) offcy_sum_f64;

/* The team's sums, which start as zeros, `at` bytes into its memory; the array itself if the teams have none. */
static inline void *offcy_sums_of_team(void *array, ptrdiff_t bytes, int sums, ptrdiff_t at)
{
    if (sums == 0)
        return array;
    offcy_sum_i32 *own = (offcy_sum_i32 *)((char *)llvm_omp_target_dynamic_shared_alloc() + at);
    #pragma clang loop unroll(disable)
    for (int k = (int)__nvvm_read_ptx_sreg_tid_x(); k < (int)(bytes / 4);
         k += OFFCY_SUMS_TEAM_SIZE)
        own[k] = 0;
    __nvvm_bar_sync(0);
    return own;
}

#define OFFCY_ADD_EACH_SUM(type)                                                                   \
    _Pragma("clang loop unroll(disable)")                                                          \
    for (int k = (int)__nvvm_read_ptx_sreg_tid_x(); k < (int)count; k += OFFCY_SUMS_TEAM_SIZE) {   \
        const type sum = ((const type *)own)[k];                                                   \
        if (sum != 0) {                                                                            \
            _Pragma("omp atomic")                                                                  \
            ((type *)array)[k] += sum;                                                             \
        }                                                                                          \
    }

/* Adds the team's sums to the array. Elements that the team added nothing to need not be there. */
static inline void offcy_add_sums(void *array, const void *own, ptrdiff_t count, size_t size,
                                  bool is_float)
{
    if (array == own)
        return;
    __nvvm_bar_sync(0);
    if (is_float && size == sizeof(float))
        OFFCY_ADD_EACH_SUM(offcy_sum_f32)
    else if (is_float)
        OFFCY_ADD_EACH_SUM(offcy_sum_f64)
    else if (size == sizeof(int32_t))
        OFFCY_ADD_EACH_SUM(offcy_sum_i32)
    else
        OFFCY_ADD_EACH_SUM(offcy_sum_i64)
}
#else /* the host instead of a device: the array itself */
static inline void *offcy_sums_of_team(void *array, ptrdiff_t bytes, int sums, ptrdiff_t at)
{
    (void)bytes; (void)sums; (void)at;
    return array;
}

static inline void offcy_add_sums(void *array, const void *own, ptrdiff_t count, size_t size,
                                  bool is_float)
{
    (void)array; (void)own; (void)count; (void)size; (void)is_float;
}
#endif

/* The same on host and device: a kernel's arguments come in the order in which its text names them. */
#define OFFCY_TEAM_SUMS(array, count, sums, at)                                                    \
    for (__typeof__(*(array)) *const array##_all = (array), *array##_left = array##_all,           \
         *const array = offcy_sums_of_team(array##_all, OFFCY_SIZE_OF_SUMS(array##_all, count),    \
                                           sums, at);                                              \
         array##_left != NULL;                                                                     \
         offcy_add_sums(array##_all, array, count, sizeof *array, (__typeof__(*array))0.5 != 0),   \
         array##_left = NULL)
#else
#define OFFCY_TEAM_SUMS(array, count, sums, at)
#endif

/* How many of so many threads are in a team whose results OpenMP reduces, if there are 1,024 teams: as many as it reduces
 * at a time. */
static inline int offcy_reducing_team(int threads)
{
    enum { TEAMS = 1024, WARP = 32 };
    const int size = (threads / TEAMS + WARP - 1) / WARP * WARP;
    return size < WARP ? WARP : size < OFFCY_REDUCING_TEAM_SIZE ? size : OFFCY_REDUCING_TEAM_SIZE;
}

/* Starts as zeros and the extents. */
typedef struct {
    ptrdiff_t extent[OFFCY_MAX_DIMENSIONS]; /* iterations of each loop, the outermost first; below 1: there are none */
    ptrdiff_t first[OFFCY_MAX_DIMENSIONS];  /* of this tile */
    int count[OFFCY_MAX_DIMENSIONS];        /* of this tile, 1 at least; their product fits in an int */
    int size[OFFCY_MAX_DIMENSIONS];         /* of a whole tile */
    int total;                              /* iterations of this tile: the product of the counts */
    int teams;                              /* how many teams of a GPU have a thread for each */
    int threads;                            /* how many threads of a GPU reduce them */
} offcy_tile;

/* The first tile of a nest of `ndim` loops, or the next; false if there is none. */
OFFCY_HIDDEN bool offcy_next_tile(offcy_tile *tile, int ndim);

/* Whether each team shall have `bytes` of sums: the number of bytes if so, otherwise 0. The tile then has as many teams
 * as they are worth it for. */
OFFCY_HIDDEN int offcy_team_sums(offcy_tile *tile, ptrdiff_t bytes);

/* Memory of a kernel's threads: each has `bytes` for all its iterations, for which `room`, of several blocks, is added up. */

/* The bytes that a block takes, those of the next one after it being aligned; more than there can be if it is too large. */
static inline ptrdiff_t offcy_room(size_t bytes)
{
    const size_t most = (size_t)1 << (sizeof(ptrdiff_t) * 8 - 6);
    return (ptrdiff_t)(bytes < most ? (bytes + 15) / 16 * 16 : most);
}

/* The same for a block of `calloc`. */
static inline ptrdiff_t offcy_room_for(size_t count, size_t size)
{
    size_t bytes = 0;
    return offcy_room(__builtin_mul_overflow(count, size, &bytes) ? SIZE_MAX : bytes);
}

/* How many threads share the iterations of a tile. */
OFFCY_HIDDEN int offcy_threads_of(const offcy_tile *tile, ptrdiff_t bytes);

/* The memory of so many threads on a device; NULL if there is not so much, or if none is needed. */
OFFCY_HIDDEN char *offcy_memory_of_threads(int device, ptrdiff_t bytes, int threads);

OFFCY_HIDDEN void offcy_free_memory_of_threads(int device, char *memory);

/* In a kernel: the memory of one thread. */
static inline char *offcy_memory_of(char *memory, int thread, ptrdiff_t bytes)
{
    return memory == NULL ? NULL : memory + thread * bytes;
}

/* A block of it, as zeros. */
static inline char *offcy_zeros(char *block, ptrdiff_t room)
{
    for (ptrdiff_t i = 0; block != NULL && i < room; i++)
        block[i] = 0;
    return block;
}

/* `malloc` in kernels. LLVM makes small blocks variables of the stack, wherever they are allocated, and has no code for that in
 * a loop on NVIDIA's GPUs: it must not see what this is. */
#if defined(__NVPTX__) || defined(__AMDGCN__)
static __attribute__((noinline, unused)) void *offcy_malloc(size_t size) { return malloc(size); }
#else
static inline void *offcy_malloc(size_t size) { return malloc(size); }
#endif

/* The processor time in kernels: GPUs do not know it. */
static inline clock_t offcy_processor_time(void)
{
#if defined(__NVPTX__) || defined(__AMDGCN__)
    return (clock_t)-1;
#else
    return clock();
#endif
}

static inline void offcy_exchange(unsigned char *one, unsigned char *other, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const unsigned char byte = one[i];
        one[i] = other[i];
        other[i] = byte;
    }
}

/* `qsort` in kernels: GPUs have no function of that name. Up to 256 elements, those that compare equal stay in order. The
 * function is known wherever this is used, so its calls are plain ones. */
static inline __attribute__((always_inline, unused)) void
offcy_sort(void *base, size_t count, size_t size, int (*compare)(const void *, const void *))
{
    unsigned char *const array = base;
    if (count <= 256) {
        for (size_t i = 1; i < count; i++)
            for (size_t at = i; at > 0 && compare(array + (at - 1) * size, array + at * size) > 0; at--)
                offcy_exchange(array + (at - 1) * size, array + at * size, size);
        return;
    }
    /* A heap: first it is made, then its largest element goes to the end again and again. */
    for (size_t left = count / 2, end = count; end > 1;) {
        if (left > 0)
            left--;
        else
            offcy_exchange(array, array + --end * size, size);
        for (size_t at = left, child = 2 * left + 1; child < end; at = child, child = 2 * child + 1) {
            if (child + 1 < end && compare(array + child * size, array + (child + 1) * size) < 0)
                child++;
            if (compare(array + at * size, array + child * size) >= 0)
                break;
            offcy_exchange(array + at * size, array + child * size, size);
        }
    }
}

/* `if (VALUE < PLACE) PLACE = VALUE` as one atomic update, and the same for `>`. What is not a number is neither less nor
 * greater; OpenMP's `atomic compare` may replace it. */
#define OFFCY_ATOMIC_LEAST(PLACE, VALUE) OFFCY_ATOMIC_EXTREME(PLACE, <, VALUE)
#define OFFCY_ATOMIC_GREATEST(PLACE, VALUE) OFFCY_ATOMIC_EXTREME(PLACE, >, VALUE)
#define OFFCY_ATOMIC_EXTREME(PLACE, BEFORE, VALUE)                                                 \
    do {                                                                                           \
        __typeof__(PLACE) *const offcy_place = &(PLACE);                                           \
        __typeof__(PLACE) offcy_value = (VALUE), offcy_found;                                      \
        __atomic_load(offcy_place, &offcy_found, __ATOMIC_RELAXED);                                \
        while (offcy_value BEFORE offcy_found &&                                                   \
               !__atomic_compare_exchange(offcy_place, &offcy_found, &offcy_value, false,          \
                                          __ATOMIC_RELAXED, __ATOMIC_RELAXED))                     \
            ;                                                                                      \
    } while (0)

/* `calloc` in kernels: GPUs have no function of that name. */
static inline void *offcy_calloc(size_t count, size_t size) {
    size_t bytes = 0;
    unsigned char *memory = __builtin_mul_overflow(count, size, &bytes) ? NULL : offcy_malloc(bytes);
    for (size_t i = 0; memory != NULL && i < bytes; i++) {
        memory[i] = 0;
    }
    return memory;
}

#endif
