/* The blocks that the variables of a scope hold: those that are present, and new ones. */
#include "offcy_cause.h"
#include "offcy_enter.h"
#include "offcy_record.h"

/* The range of all absent variables that are connected with `variable` by meeting ranges. Nothing that is
 * present reaches into it: that would partly overlap one of them. */
static offcy_extent connected_range(const struct offcy_entered *variable)
{
    const unsigned coherent = variable->map & OFFCY_COHERENT;
    offcy_extent range = {.low = variable->extent.low, .bytes = variable->extent.bytes};
    for (bool grown = true; grown;) {
        grown = false;
        for (const struct offcy_entered *other = variable->near; other != variable; other = other->near) {
            const offcy_extent *extent = &other->extent;
            if (!offcy_is_absent(other, coherent) || !offcy_extent_ranges_meet(extent, &range) ||
                offcy_extent_range_within(extent, &range))
                continue;
            char *low = extent->low < range.low ? extent->low : range.low;
            char *end = range.low + range.bytes, *other_end = extent->low + extent->bytes;
            range = (offcy_extent){.low = low, .bytes = (end > other_end ? end : other_end) - low};
            grown = true;
        }
    }
    return range;
}

/* The one that takes most of the range, to be named when there is no room: `variable`, or another near it. */
static const struct offcy_entered *largest_within(const struct offcy_entered *variable, const offcy_extent *range)
{
    const struct offcy_entered *largest = variable;
    for (const struct offcy_entered *other = variable->near; other != variable; other = other->near) {
        const ptrdiff_t more = other->extent.bytes - largest->extent.bytes;
        if (other->extent.bytes > 0 && offcy_extent_range_within(&other->extent, range) &&
            (more > 0 || (more == 0 && other < largest)))
            largest = other;
    }
    return largest;
}

static void let_go(struct offcy_entered *variable)
{
    struct offcy_entered **link = &variable->block->holders;
    while (*link != variable)
        link = &(*link)->next;
    *link = variable->next;
}

/* Device memory for a block; coherent ones make room for those that are not. */
static char *take_memory(int number, ptrdiff_t bytes, bool coherent)
{
    char *address = offcy_pool_take(number, bytes);
    while (address == NULL && !coherent && offcy_evict_largest(number))
        address = offcy_pool_take(number, bytes);
    return address;
}

/* Gives the variable and all that share its range a new block. */
static int make_block(const offcy_scope *scope, struct offcy_entered *variable, offcy_error *error)
{
    const unsigned coherent = variable->map & OFFCY_COHERENT;
    const offcy_extent range = connected_range(variable);
    const char *name = largest_within(variable, &range)->name;
    char *address = variable->is_record ? offcy_record_take(scope->device) : NULL;
    if (address == NULL)
        address = take_memory(scope->device, range.bytes, coherent != 0);
    if (address == NULL)
        return offcy_fail_data(error, offcy_cause_is_not_memory() ? OFFCY_TRANSFER_FAILED : OFFCY_OUT_OF_MEMORY,
                               scope->device, name, "allocate", range.bytes);
    offcy_block *block =
        offcy_make_present(scope->device, range.low, range.bytes, (offcy_memory){.address = address}, coherent != 0, name, error);
    if (block == NULL)
        return -1;
    struct offcy_entered *other = variable;
    do {
        if (offcy_is_absent(other, coherent) && offcy_extent_range_within(&other->extent, &range)) {
            offcy_hold_block(other, block);
            other->created = other->moves_its_own = true;
        }
    } while ((other = other->near) != variable);
    return 0;
}

/* What the thread has written without a context is not known to be on the device. */
static void join(const offcy_scope *scope, struct offcy_entered *variable, offcy_block *block)
{
    const offcy_extent all = offcy_block_extent(block);
    offcy_moved moved = {0};
    if (!offcy_kept_by(block, variable->thread) &&
        offcy_coherence_unseen(scope->device, block, &all, &moved) < 0)
        variable->extent.bytes = 0; /* not kept */
    else
        offcy_hold_block(variable, block);
}

/* Finds blocks for what an inferred context would keep. What is in the way has precedence: without a
 * block the regions handle the data themselves. */
static void hold_coherent(offcy_scope *scope)
{
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        offcy_block *found = NULL;
        if (!offcy_is_absent(variable, OFFCY_COHERENT))
            continue;
        const offcy_presence presence = offcy_find_present(
            offcy_device_at(scope->device), variable->extent.low, variable->extent.bytes, &found);
        if (presence == OFFCY_WITHIN && found->coherent)
            join(scope, variable, found);
        else if (presence != OFFCY_ABSENT)
            variable->extent.bytes = 0;
    }
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k], *other = variable;
        offcy_error no_room = {0};
        if (!offcy_is_absent(variable, OFFCY_COHERENT) || make_block(scope, variable, &no_room) == 0)
            continue;
        const offcy_extent range = connected_range(variable);
        do {
            if (offcy_is_absent(other, OFFCY_COHERENT) && offcy_extent_ranges_meet(&other->extent, &range))
                other->extent.bytes = 0;
        } while ((other = other->near) != variable);
    }
}

int offcy_hold_blocks(offcy_scope *scope, offcy_error *error)
{
    /* First the blocks that were found: a block that is shared must not go away. */
    for (int k = 0; k < scope->count; k++)
        if (scope->entered[k].block != NULL)
            scope->entered[k].moves_its_own =
                offcy_lent(scope->entered[k].block, scope->entered[k].thread);
    for (int k = 0; k < scope->count; k++)
        if (scope->entered[k].block != NULL)
            offcy_hold_block(&scope->entered[k], scope->entered[k].block);
    offcy_hold_together(scope);
    for (int k = 0; k < scope->count; k++)
        if (offcy_is_absent(&scope->entered[k], 0) && make_block(scope, &scope->entered[k], error) < 0)
            return -1;
    hold_coherent(scope);
    return 0;
}

void offcy_release_blocks(offcy_scope *scope)
{
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        if (variable->block == NULL)
            continue;
        let_go(variable);
        if (variable->block->holders == NULL)
            offcy_drop_block(scope->device, variable->block);
        variable->block = NULL;
        variable->created = variable->moves_its_own = false;
    }
}
