/* Entering and leaving where data is coherent: what is received, what comes home, who has it then. */
#include "offcy_enter.h"

static bool is_region(const struct offcy_entered *variable)
{
    return variable->place->kind == OFFCY_REGION;
}

/* Whether what the region writes is thrown away: the user said that it does not come back. */
static bool throws_away(const struct offcy_entered *variable)
{
    return is_region(variable) && offcy_map_writes(variable->map) && !(variable->map & OFFCY_FROM);
}

/* Whether `block` is kept by a context of this thread. */
static bool kept_by(const offcy_block *block, uintptr_t thread)
{
    for (const struct offcy_entered *holder = block->holders; holder != NULL; holder = holder->next)
        if ((holder->map & OFFCY_COHERENT) && holder->thread == thread)
            return true;
    return false;
}

/* Whether the context with these rows keeps what `variable` is. */
static bool keeps(const struct offcy_entered *rows, const struct offcy_entered *variable)
{
    for (int k = 0; k < rows->row_count; k++)
        if ((rows[k].map & OFFCY_COHERENT) && rows[k].block == variable->block &&
            (rows[k].created || offcy_extent_range_within(&variable->extent, &rows[k].extent)))
            return true;
    return false;
}

/* From the innermost context outwards: each says whether the code around it tells. Of another thread's
 * context nobody here knows when it ends. */
bool offcy_is_told(const struct offcy_entered *variable)
{
    bool told = variable->place->coherent;
    for (const struct offcy_entered *rows = offcy_shared()->contexts; told && rows != NULL;
         rows = rows->outer) {
        if (rows->thread != variable->thread)
            continue;
        if (keeps(rows, variable))
            return true;
        told = rows->place->coherent;
    }
    return false;
}

void offcy_context_begin(offcy_scope *scope)
{
    for (int k = 0; k < scope->count; k++) {
        if (!(scope->entered[k].map & OFFCY_COHERENT))
            continue;
        scope->entered->row_count = scope->count;
        scope->entered->outer = offcy_shared()->contexts;
        offcy_shared()->contexts = scope->entered;
        break;
    }
}

static void forget_context(offcy_scope *scope)
{
    struct offcy_entered **link = &offcy_shared()->contexts;
    while (*link != NULL && *link != scope->entered)
        link = &(*link)->outer;
    if (*link != NULL)
        *link = scope->entered->outer;
}

int offcy_ask_others(int number, const struct offcy_entered *variable, unsigned access,
                     offcy_error *error)
{
    offcy_state *state = offcy_shared();
    if (!offcy_any_coherent() || variable->is_record)
        return 0;
    offcy_moved moved = {0};
    /* The gaps, too: they may be sent with the elements. */
    const offcy_extent *mine = &variable->extent;
    const offcy_extent range = {.low = mine->low, .bytes = mine->bytes, .run = mine->bytes};
    for (int other = 0; other < state->device_count; other++)
        if (other != number && offcy_coherence_host_use(other, &range, access, &moved) < 0)
            return offcy_fail_data(error, OFFCY_TRANSFER_FAILED, other, variable->name, "return",
                                   variable->extent.bytes);
    return 0;
}

/* An operation of offcy_coherence.h. */
typedef int operation(int number, offcy_block *block, const offcy_extent *extent, offcy_moved *moved);

static int apply(const offcy_scope *scope, struct offcy_entered *variable, operation *operation,
                 const offcy_extent *extent, offcy_error *error)
{
    if (operation(scope->device, variable->block, extent, &variable->moved) == 0)
        return 0;
    return offcy_fail_data(error, OFFCY_TRANSFER_FAILED, scope->device, variable->name,
                           operation == offcy_coherence_send ? "receive" : "return", extent->bytes);
}

static int enter_one(offcy_scope *scope, struct offcy_entered *variable, offcy_error *error)
{
    const offcy_extent *extent = &variable->extent;
    const bool reads = (variable->map & OFFCY_TO) != 0;
    const unsigned written = is_region(variable) && offcy_map_writes(variable->map) ? OFFCY_WRITTEN : 0;
    if ((written || reads) && offcy_ask_others(scope->device, variable, OFFCY_READ | written, error) < 0)
        return -1;
    if (!variable->block->coherent || (variable->map & OFFCY_COHERENT))
        return 0;
    if (throws_away(variable) && apply(scope, variable, offcy_coherence_fetch, extent, error) < 0)
        return -1;
    if (!reads)
        return 0;
    /* What other code of this thread may have changed unseen is sent again. */
    if (!kept_by(variable->block, variable->thread) &&
        apply(scope, variable, offcy_coherence_unsure, extent, error) < 0)
        return -1;
    return apply(scope, variable, offcy_coherence_send, extent, error);
}

int offcy_coherent_enter(offcy_scope *scope, offcy_error *error)
{
    for (int k = 0; k < scope->count && offcy_any_coherent(); k++)
        if (scope->entered[k].block != NULL && enter_one(scope, &scope->entered[k], error) < 0)
            return -1;
    return 0;
}

/* A region's results are the device's, but what it threw away. One that fails may have left parts of an
 * OFFCY_FROM variable unwritten that it had not received. */
static void note_results(offcy_scope *scope, bool failed)
{
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        if (variable->block == NULL || !variable->block->coherent || !is_region(variable))
            continue;
        if (throws_away(variable) || ((variable->map & OFFCY_TOFROM) == OFFCY_FROM && failed))
            apply(scope, variable, offcy_coherence_unsure, &variable->extent, scope->error);
    }
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        if (variable->block == NULL || !variable->block->coherent || !is_region(variable))
            continue;
        if ((variable->map & OFFCY_FROM) && (!failed || (variable->map & OFFCY_TO)))
            apply(scope, variable, offcy_coherence_written, &variable->extent, scope->error);
    }
}

/* An inferred context ends. Code that tells of nothing may come next. */
static void leave_context(offcy_scope *scope, struct offcy_entered *variable)
{
    offcy_block *block = variable->block;
    bool last = true;
    for (const struct offcy_entered *holder = block->holders; holder != NULL; holder = holder->next)
        last = last && (!(holder->map & OFFCY_COHERENT) ||
                        (holder >= scope->entered && holder < scope->entered + scope->count));
    if (!last && offcy_is_told(variable))
        return;
    /* Regions may have used the gaps of its views. */
    const offcy_extent *mine = &variable->extent;
    const offcy_extent range = last || variable->created
                                   ? offcy_block_extent(block)
                                   : (offcy_extent){.low = mine->low, .bytes = mine->bytes, .run = mine->bytes};
    const bool dead = !block->wanted && (last || mine->axis_count == 0);
    if (!dead)
        apply(scope, variable, offcy_coherence_fetch, &range, scope->error);
    if (!last)
        apply(scope, variable, dead ? offcy_coherence_replaced : offcy_coherence_unsure, &range, scope->error);
}

/* Code that tells of nothing comes next. */
static void go_home(offcy_scope *scope, struct offcy_entered *variable)
{
    if (is_region(variable) && offcy_map_writes(variable->map))
        apply(scope, variable, offcy_coherence_fetch, &variable->extent, scope->error);
    apply(scope, variable, offcy_coherence_unsure, &variable->extent, scope->error);
}

void offcy_coherent_leave(offcy_scope *scope, bool failed)
{
    forget_context(scope);
    if (!offcy_any_coherent())
        return;
    note_results(scope, failed);
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        const offcy_block *block = variable->block;
        if (block == NULL || block->address == NULL)
            continue;
        if (variable->map & OFFCY_COHERENT)
            leave_context(scope, variable);
        else if (block->coherent && !offcy_is_told(variable))
            go_home(scope, variable);
        else if (!block->coherent && variable->created && (variable->map & OFFCY_FROM))
            offcy_ask_others(scope->device, variable, OFFCY_WRITTEN, scope->error);
    }
}
