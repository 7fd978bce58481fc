/* The blocks that the variables of a scope hold: those that are present, and new ones. */
#include "offcy_cause.h"
#include "offcy_enter.h"
#include "offcy_record.h"

bool offcy_is_absent(const struct offcy_entered *variable, unsigned coherent)
{
    return variable->block == NULL && variable->extent.bytes > 0 &&
           (variable->map & OFFCY_COHERENT) == coherent;
}

/* The range of all absent variables that are connected with `entered[k]` by meeting ranges. Nothing that
 * is present reaches into it: that would partly overlap one of them. */
static offcy_extent connected_range(const struct offcy_entered *entered, int count, int k)
{
    const unsigned coherent = entered[k].map & OFFCY_COHERENT;
    offcy_extent range = {.low = entered[k].extent.low, .bytes = entered[k].extent.bytes};
    if (entered[k].is_record)
        return range;
    for (bool grown = true; grown;) {
        grown = false;
        for (int other = 0; other < count; other++) {
            const offcy_extent *extent = &entered[other].extent;
            if (entered[other].is_record || !offcy_is_absent(&entered[other], coherent) ||
                !offcy_extent_ranges_meet(extent, &range) ||
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

/* The variable that takes most of the range, to be named when there is no room. */
static const struct offcy_entered *largest_within(const offcy_scope *scope, const offcy_extent *range)
{
    const struct offcy_entered *largest = NULL;
    for (int k = 0; k < scope->count; k++) {
        const struct offcy_entered *variable = &scope->entered[k];
        if (variable->extent.bytes > 0 && offcy_extent_range_within(&variable->extent, range) &&
            (largest == NULL || variable->extent.bytes > largest->extent.bytes))
            largest = variable;
    }
    return largest;
}

static void hold(struct offcy_entered *variable, offcy_block *block)
{
    variable->block = block;
    variable->next = block->holders;
    block->holders = variable;
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

/* Gives `entered[k]` and all that share its range a new block. */
static int make_block(offcy_scope *scope, int k, offcy_error *error)
{
    const unsigned coherent = scope->entered[k].map & OFFCY_COHERENT;
    const offcy_extent range = connected_range(scope->entered, scope->count, k);
    const char *name = largest_within(scope, &range)->name;
    char *address = scope->entered[k].is_record ? offcy_record_take(scope->device) : NULL;
    if (address == NULL)
        address = take_memory(scope->device, range.bytes, coherent != 0);
    if (address == NULL)
        return offcy_fail_data(error, offcy_cause_is_not_memory() ? OFFCY_TRANSFER_FAILED : OFFCY_OUT_OF_MEMORY,
                               scope->device, name, "allocate", range.bytes);
    offcy_block *block =
        offcy_make_present(scope->device, range.low, range.bytes, address, NULL, coherent != 0, name, error);
    if (block == NULL)
        return -1;
    for (int other = k; other < scope->count; other++) {
        struct offcy_entered *variable = &scope->entered[other];
        if (offcy_is_absent(variable, coherent) && offcy_extent_range_within(&variable->extent, &range)) {
            hold(variable, block);
            variable->created = variable->moves_its_own = true;
        }
    }
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
        hold(variable, block);
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
        offcy_error no_room = {0};
        if (!offcy_is_absent(&scope->entered[k], OFFCY_COHERENT) || make_block(scope, k, &no_room) == 0)
            continue;
        const offcy_extent range = connected_range(scope->entered, scope->count, k);
        for (int other = k; other < scope->count; other++)
            if (offcy_is_absent(&scope->entered[other], OFFCY_COHERENT) &&
                offcy_extent_ranges_meet(&scope->entered[other].extent, &range))
                scope->entered[other].extent.bytes = 0;
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
            hold(&scope->entered[k], scope->entered[k].block);
    for (int k = 0; k < scope->count; k++)
        if (offcy_is_absent(&scope->entered[k], 0) && make_block(scope, k, error) < 0)
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
