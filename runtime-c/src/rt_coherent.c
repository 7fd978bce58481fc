/* Entering and leaving with coherent data: what is received, what comes home, who has it then. */
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

int offcy_ask_others(int number, const struct offcy_entered *variable, unsigned access,
                     offcy_error *error)
{
    offcy_state *state = offcy_shared();
    if (!offcy_any_coherent() || variable->is_record)
        return 0;
    offcy_moved moved = {.writer = variable->moved.writer};
    /* This includes the gaps: they may be sent with the elements. */
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

static bool writes(const struct offcy_entered *variable)
{
    return is_region(variable) && offcy_map_writes(variable->map);
}

static uint64_t writer_of(const struct offcy_entered *variable)
{
    return offcy_writer_bit(variable->thread, variable->block != NULL && variable->block->resident != NULL);
}

int offcy_coherent_before_entering(offcy_scope *scope, offcy_error *error)
{
    if (!offcy_any_coherent())
        return 0;
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        variable->moved.writer = writer_of(variable);
        const unsigned access = OFFCY_READ | (writes(variable) ? OFFCY_WRITTEN : 0);
        if (variable->block == NULL)
            continue;
        variable->reported = offcy_kept_by(variable->block, variable->thread);
        if ((writes(variable) || (variable->map & OFFCY_TO)) &&
            offcy_ask_others(scope->device, variable, access, error) < 0)
            return -1;
    }
    return 0;
}

static int enter_one(offcy_scope *scope, struct offcy_entered *variable, offcy_error *error)
{
    const offcy_extent *extent = &variable->extent;
    if (variable->map & OFFCY_COHERENT)
        return (variable->map & OFFCY_UNDEFINED) && variable->created
                   ? apply(scope, variable, offcy_coherence_undefined, extent, error)
                   : 0;
    if (throws_away(variable) && apply(scope, variable, offcy_coherence_fetch, extent, error) < 0)
        return -1;
    if (!(variable->map & OFFCY_TO))
        return 0;
    /* What other code of this thread may have changed without reporting it is sent again. */
    if (!variable->reported && apply(scope, variable, offcy_coherence_unseen, extent, error) < 0)
        return -1;
    return apply(scope, variable, offcy_coherence_send, extent, error);
}

int offcy_coherent_enter(offcy_scope *scope, offcy_error *error)
{
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        if (variable->block != NULL && variable->block->coherent && enter_one(scope, variable, error) < 0)
            return -1;
    }
    return 0;
}

/* A region's results are on the device, except what it threw away. A region that fails may have left
 * parts of an OFFCY_FROM variable unwritten that it had not received. */
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

/* An inferred context ends. Code that reports nothing may come next. */
static void leave_context(offcy_scope *scope, struct offcy_entered *variable)
{
    const offcy_block *block = variable->block;
    if (!variable->last && variable->reported)
        return;
    /* Regions may have used the gaps of its views. */
    const offcy_extent *mine = &variable->extent;
    const offcy_extent range = variable->last || variable->created
                                   ? offcy_block_extent(block)
                                   : (offcy_extent){.low = mine->low, .bytes = mine->bytes, .run = mine->bytes};
    const bool dead = !variable->wanted && (variable->last || mine->axis_count == 0);
    if (!dead)
        apply(scope, variable, offcy_coherence_fetch, &range, scope->error);
    if (!variable->last && dead)
        apply(scope, variable, offcy_coherence_replaced, &range, scope->error);
    else if (!variable->last && variable->kept)
        apply(scope, variable, offcy_coherence_unsure, &range, scope->error);
}

/* Code that reports nothing comes next. */
static void go_home(offcy_scope *scope, struct offcy_entered *variable)
{
    if (writes(variable))
        apply(scope, variable, offcy_coherence_fetch, &variable->extent, scope->error);
    apply(scope, variable, offcy_coherence_unsure, &variable->extent, scope->error);
}

/* Whether another inferred context keeps the block; with `thread`, one of that thread. */
static bool kept_elsewhere(const offcy_scope *scope, const offcy_block *block, uintptr_t thread)
{
    for (const struct offcy_entered *holder = block->holders; holder != NULL; holder = holder->next)
        if ((holder->map & OFFCY_COHERENT) && (thread == 0 || holder->thread == thread) &&
            (holder < scope->entered || holder >= scope->entered + scope->count))
            return true;
    return false;
}

static bool is_wanted(const offcy_block *block)
{
    for (const struct offcy_entered *holder = block->holders; holder != NULL; holder = holder->next)
        if ((holder->map & OFFCY_COHERENT) && !(holder->map & OFFCY_DEAD))
            return true;
    return false;
}

void offcy_coherent_before_leaving(offcy_scope *scope)
{
    if (scope->count == 0)
        return;
    for (int k = 0; k < scope->count; k++)
        scope->entered[k].moved.writer = writer_of(&scope->entered[k]);
    offcy_context_end(scope);
    for (int k = 0; k < scope->count && offcy_any_coherent(); k++) {
        struct offcy_entered *variable = &scope->entered[k];
        if (variable->block == NULL)
            continue;
        variable->reported = offcy_is_reported(variable);
        variable->last = !kept_elsewhere(scope, variable->block, 0);
        variable->kept = kept_elsewhere(scope, variable->block, variable->thread);
        variable->wanted = is_wanted(variable->block);
        if (!variable->block->coherent && variable->moves_its_own && (variable->map & OFFCY_FROM))
            offcy_ask_others(scope->device, variable, OFFCY_WRITTEN, scope->error);
    }
}

void offcy_coherent_leave(offcy_scope *scope, bool failed)
{
    note_results(scope, failed);
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        if (variable->block == NULL || !variable->block->coherent || variable->block->address == NULL)
            continue;
        if (variable->map & OFFCY_COHERENT)
            leave_context(scope, variable);
        else if (!variable->reported)
            go_home(scope, variable);
    }
}
