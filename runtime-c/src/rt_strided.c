/* Views with gaps that only the device has. Their gaps belong to someone else, so they are kept as they
 * were written and come home piece by piece. */
#include "offcy_coherence.h"

#include <stdlib.h>

enum { AT_MOST = 32 };

static bool meet(const offcy_extent *a, const offcy_extent *b)
{
    return a->bytes > 0 && b->bytes > 0 && !offcy_extent_disjoint(a, b);
}

static bool reserve(offcy_block *block, int more)
{
    if (block->strided_count + more <= block->strided_capacity)
        return true;
    const int capacity = 2 * block->strided_capacity + more;
    offcy_extent *strided = realloc(block->strided, (size_t)capacity * sizeof *strided);
    if (strided == NULL)
        return false;
    block->strided = strided;
    block->strided_capacity = capacity;
    return true;
}

static void take_out(offcy_block *block, int place)
{
    block->strided[place] = block->strided[--block->strided_count];
}

static void append(offcy_block *block, const offcy_extent *extent)
{
    if (extent->bytes > 0)
        block->strided[block->strided_count++] = *extent;
}

/* Brings home the part of entry `place` that meets `wanted`'s range; the rest stays, as entries after
 * all others. */
static int fetch_entry(int number, offcy_block *block, int place, const offcy_extent *wanted,
                       offcy_moved *moved)
{
    offcy_extent_parts parts = {.inside = block->strided[place]};
    if (block->strided_count < AT_MOST && reserve(block, 1))
        parts = offcy_extent_divide(&block->strided[place], wanted->low, wanted->low + wanted->bytes);
    const char *address = block->address + (parts.inside.low - block->low);
    const ptrdiff_t bytes = offcy_extent_from_device(&parts.inside, number, address);
    if (bytes < 0)
        return -1;
    moved->from += bytes;
    take_out(block, place);
    append(block, &parts.before);
    append(block, &parts.after);
    return 0;
}

int offcy_strided_fetch(int number, offcy_block *block, const offcy_extent *extent,
                        const offcy_extent *unless_within, offcy_moved *moved)
{
    for (int k = block->strided_count - 1; k >= 0; k--) {
        if (!meet(&block->strided[k], extent))
            continue;
        if (unless_within != NULL && offcy_extent_within(&block->strided[k], unless_within))
            take_out(block, k);
        else if (fetch_entry(number, block, k, extent, moved) < 0)
            return -1;
    }
    return 0;
}

void offcy_strided_drop_within(offcy_block *block, const offcy_extent *extent)
{
    for (int k = block->strided_count - 1; k >= 0; k--)
        if (offcy_extent_within(&block->strided[k], extent))
            take_out(block, k);
}

bool offcy_strided_covers(const offcy_block *block, const offcy_extent *extent)
{
    for (int k = 0; k < block->strided_count; k++)
        if (offcy_extent_within(extent, &block->strided[k]))
            return true;
    return false;
}

int offcy_strided_add(int number, offcy_block *block, const offcy_extent *extent, offcy_moved *moved)
{
    if (offcy_strided_covers(block, extent))
        return 0;
    offcy_strided_drop_within(block, extent);
    const offcy_extent all = offcy_block_extent(block);
    if (block->strided_count >= AT_MOST && offcy_strided_fetch(number, block, &all, NULL, moved) < 0)
        return -1;
    if (reserve(block, 1)) {
        append(block, extent);
        return 0;
    }
    const ptrdiff_t bytes =
        offcy_extent_from_device(extent, number, block->address + (extent->low - block->low));
    moved->from += bytes > 0 ? bytes : 0;
    return bytes < 0 ? -1 : 0;
}
