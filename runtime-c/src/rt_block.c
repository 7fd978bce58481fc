/* What a block shows by itself: where it is, and who holds it. */
#include "offcy_enter.h"

offcy_extent offcy_block_extent(const offcy_block *block)
{
    return (offcy_extent){.low = block->low, .bytes = block->bytes, .run = block->bytes};
}

bool offcy_is_absent(const struct offcy_entered *variable, unsigned coherent)
{
    return variable->block == NULL && variable->extent.bytes > 0 && (variable->map & OFFCY_COHERENT) == coherent;
}

void offcy_hold_block(struct offcy_entered *variable, offcy_block *block)
{
    variable->block = block;
    variable->next = block->holders;
    block->holders = variable;
}

bool offcy_evictable(const offcy_block *block)
{
    if (!block->coherent || block->address == NULL || block->busy || block->resident != NULL)
        return false;
    for (const struct offcy_entered *holder = block->holders; holder != NULL; holder = holder->next)
        if (!(holder->map & OFFCY_COHERENT))
            return false;
    return true;
}

bool offcy_is_region(const struct offcy_entered *variable)
{
    return variable->place->kind == OFFCY_REGION;
}

bool offcy_lent(const offcy_block *block, uintptr_t thread)
{
    for (const struct offcy_entered *holder = block->holders; holder != NULL; holder = holder->next)
        if (holder->thread == thread || !offcy_is_region(holder))
            return false;
    return !block->coherent;
}

bool offcy_written_by_others(const offcy_block *block, uintptr_t thread)
{
    for (const struct offcy_entered *holder = block->holders; holder != NULL; holder = holder->next)
        if (holder->thread != thread && offcy_is_region(holder) && offcy_map_writes(holder->map))
            return true;
    return false;
}

bool offcy_kept_by(const offcy_block *block, uintptr_t thread)
{
    if (block->resident != NULL)
        return true;
    for (const struct offcy_entered *holder = block->holders; holder != NULL; holder = holder->next)
        if ((holder->map & OFFCY_COHERENT) && holder->thread == thread)
            return true;
    return false;
}
