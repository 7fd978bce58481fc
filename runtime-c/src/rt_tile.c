/* Nests of loops in tiles. */
#include "offcy_tile.h"

/* The maximum number of iterations of a tile. */
#ifndef OFFCY_TILE_ITERATIONS
#define OFFCY_TILE_ITERATIONS INT32_MAX
#endif

/* The same for a tile of one loop. */
#ifndef OFFCY_TILE_OF_ONE
#define OFFCY_TILE_OF_ONE OFFCY_TILE_ITERATIONS
#endif

/* The maximum number of threads of a reduction: 1,024 teams. */
enum { MOST_THREADS = 1 << 18 };

enum {
    /* As many bytes of sums leave room in an SM's shared memory for all the threads that its registers hold. */
    MOST_SUMS = 1 << 14,
    /* A team with sums has this many iterations for each byte of them: then clearing and adding them is little beside
     * the iterations. */
    ITERATIONS_PER_BYTE = 1,
    /* As many teams as the largest GPU runs at a time; with fewer than the other, some of a GPU would have nothing to
     * do. */
    MOST_TEAMS = 1 << 10,
    LEAST_TEAMS = 1 << 7,
};

static ptrdiff_t smaller(ptrdiff_t one, ptrdiff_t other)
{
    return one < other ? one : other;
}

/* As many of the inner loops as fit whole, a part of the next one, and one iteration of those
 * around it. */
static bool first_tile(offcy_tile *tile, int ndim)
{
    ptrdiff_t room = ndim == 1 ? OFFCY_TILE_OF_ONE : OFFCY_TILE_ITERATIONS;
    for (int axis = ndim - 1; axis >= 0; axis--) {
        const ptrdiff_t extent = tile->extent[axis];
        if (extent <= 0)
            return false;
        tile->size[axis] = tile->count[axis] = (int)smaller(extent, room);
        room = extent <= room ? room / extent : 1;
    }
    return true;
}

static bool next_tile(offcy_tile *tile, int ndim)
{
    if (tile->size[0] == 0)
        return first_tile(tile, ndim);
    for (int axis = ndim - 1; axis >= 0; axis--) {
        tile->first[axis] += tile->size[axis];
        const ptrdiff_t left = tile->extent[axis] - tile->first[axis];
        if (left > 0) {
            tile->count[axis] = (int)smaller(left, tile->size[axis]);
            return true;
        }
        tile->first[axis] = 0;
        tile->count[axis] = tile->size[axis];
    }
    return false;
}

bool offcy_next_tile(offcy_tile *tile, int ndim)
{
    if (!next_tile(tile, ndim))
        return false;
    tile->total = 1;
    for (int axis = 0; axis < ndim; axis++)
        tile->total *= tile->count[axis];
    tile->teams = (tile->total - 1) / OFFCY_TEAM_SIZE + 1;
    tile->threads = (int)smaller(tile->total, MOST_THREADS);
    return true;
}

int offcy_team_sums(offcy_tile *tile, ptrdiff_t bytes)
{
    if (bytes <= 0 || bytes > MOST_SUMS)
        return 0;
    const ptrdiff_t worth = tile->total / (bytes * ITERATIONS_PER_BYTE);
    const ptrdiff_t most = smaller(tile->teams, MOST_TEAMS);
    if (smaller(worth, most) < LEAST_TEAMS)
        return 0;
    tile->teams = (int)smaller(worth, most);
    return (int)bytes;
}
