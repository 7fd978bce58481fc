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
 * What one thread runs between such loops is a grid of one:
 *
 *         #pragma omp target OFFCY_ONE_THREAD
 *
 * A reduction is OpenMP's: it reduces what each thread has, so there are no more threads than the device runs at a
 * time.
 *
 *         const int i_count = tile.count[0], threads = OFFCY_THREADS(tile);
 *         #pragma omp target teams distribute parallel for reduction(+:total)
 *         for (int thread = 0; thread < threads; thread++) {
 *             for (OFFCY_ITERATIONS_OF(thread, threads, i, i_count)) {
 *
 * `distribute parallel for` keeps the state of the team, has barriers around it and bounds for each part of the loop:
 * twice the instructions in a short kernel. OFFCY_BARE says that all devices are NVIDIA's, and that a kernel needs no
 * state: code compiled with it is passed `-fopenmp-cuda-mode`.
 */
#ifndef OFFCY_TILE_H
#define OFFCY_TILE_H

#include "offcy_base.h"

/* Threads of a grid's team. */
#define OFFCY_TEAM_SIZE 128

#ifdef OFFCY_BARE
#define OFFCY_THREADS(tile) ((tile).threads)
#define OFFCY_GRID(teams) ompx_bare num_teams(teams) thread_limit(OFFCY_TEAM_SIZE)
#define OFFCY_ONE_THREAD teams ompx_bare num_teams(1) thread_limit(1)
#ifdef __NVPTX__
#define OFFCY_FIRST                                                                                \
    ((unsigned)__nvvm_read_ptx_sreg_ctaid_x() * OFFCY_TEAM_SIZE                                    \
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

/* The counter of a thread of a grid: its one iteration. In a loop that goes on, loop invariants would be kept in
 * registers: twice as many if functions of libm have their constants. */
#define OFFCY_ITERATIONS(number, count)                                                            \
    unsigned number = OFFCY_FIRST, has_##number = offcy_has_iteration(number, (unsigned)(count));  \
    has_##number;                                                                                  \
    has_##number = false
#else
#define OFFCY_ITERATIONS(number, count)                                                            \
    unsigned number = OFFCY_FIRST;                                                                 \
    number < (unsigned)(count);                                                                    \
    number += OFFCY_STRIDE
#endif

#define OFFCY_ITERATIONS_OF(thread, threads, number, count)                                        \
    unsigned number = (unsigned)(thread);                                                          \
    number < (unsigned)(count);                                                                    \
    number += (unsigned)(threads)

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

#endif
