/* Loops of kernels in tiles: boxes of rounds that counters of 32 bits can number.
 *
 * A kernel numbers the rounds that it spreads, those of several loops together. In 64 bits that takes up to twice as
 * many registers, so that fewer threads are at work at a time; so each launch is for as many rounds as 32 bits can
 * number, and hardly ever is there more than one:
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
 * Tiles come in the order of the rounds: the last round of the last one is the last of the nest.
 */
#ifndef OFFCY_TILE_H
#define OFFCY_TILE_H

#include "offcy_base.h"

/* Begins as zeros and the extents. */
typedef struct {
    ptrdiff_t extent[OFFCY_MAX_DIMENSIONS]; /* rounds of each loop, the outermost first; below 1: there are none */
    ptrdiff_t first[OFFCY_MAX_DIMENSIONS];  /* of this tile */
    int count[OFFCY_MAX_DIMENSIONS];        /* of this tile, 1 at least; their product fits in an int */
    int size[OFFCY_MAX_DIMENSIONS];         /* of a whole tile */
} offcy_tile;

/* The first tile of a nest of `ndim` loops, or the next; false if there is none. */
OFFCY_HIDDEN bool offcy_next_tile(offcy_tile *tile, int ndim);

#endif
