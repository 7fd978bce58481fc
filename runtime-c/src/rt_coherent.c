/* Entering and leaving where data is coherent: what is received, what comes home, who has it then. */
#include "offcy_coherence.h"
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

/* Whether the device's copy must be current on entry. */
static bool receives(const struct offcy_entered *variable)
{
    return (variable->map & OFFCY_TO) ||
           (is_region(variable) && (variable->map & OFFCY_FROM) &&
            !offcy_extent_spans_are_full(&variable->extent));
}

/* Whether `block` is kept by a context of this thread. */
static bool kept_by(const offcy_block *block, uintptr_t thread)
{
    for (const struct offcy_entered *holder = block->holders; holder != NULL; holder = holder->next)
        if ((holder->map & OFFCY_COHERENT) && holder->thread == thread)
            return true;
    return false;
}

/* Whether the host's accesses until the data's context ends are told. Code of another thread than the
 * context's tells, too, but others that it calls may not. */
static bool is_told(const struct offcy_entered *variable)
{
    return variable->place->coherent && kept_by(variable->block, variable->thread);
}

int offcy_ask_others(int number, const struct offcy_entered *variable, unsigned access,
                     offcy_error *error)
{
    offcy_state *state = offcy_shared();
    if (!offcy_any_coherent() || variable->is_record)
        return 0;
    for (int other = 0; other < state->device_count; other++)
        if (other != number && offcy_coherence_host_use(other, &variable->extent, access) < 0)
            return offcy_fail_data(error, OFFCY_TRANSFER_FAILED, other, variable->name, "return",
                                   variable->extent.bytes);
    return 0;
}

static int add_fetched(offcy_scope *scope, struct offcy_entered *variable, const offcy_extent *extent,
                       offcy_error *error)
{
    const ptrdiff_t bytes = offcy_coherence_fetch(scope->device, variable->block, extent);
    if (bytes < 0)
        return offcy_fail_data(error, OFFCY_TRANSFER_FAILED, scope->device, variable->name, "return",
                               extent->bytes);
    variable->from += bytes;
    return 0;
}

static int enter_one(offcy_scope *scope, struct offcy_entered *variable, offcy_error *error)
{
    const unsigned written = is_region(variable) && offcy_map_writes(variable->map) ? OFFCY_WRITTEN : 0;
    if ((written || (variable->map & OFFCY_TO)) &&
        offcy_ask_others(scope->device, variable, OFFCY_READ | written, error) < 0)
        return -1;
    if (!variable->block->coherent || (variable->map & OFFCY_COHERENT))
        return 0;
    if (throws_away(variable) && add_fetched(scope, variable, &variable->extent, error) < 0)
        return -1;
    /* What other code of this process may have changed unseen is sent again. */
    if (receives(variable) && !kept_by(variable->block, variable->thread) &&
        offcy_coherence_note(scope->device, variable->block, &variable->extent, OFFCY_ON_BOTH,
                             OFFCY_ON_HOST) < 0)
        return offcy_fail_data(error, OFFCY_TRANSFER_FAILED, scope->device, variable->name, "return",
                               variable->extent.bytes);
    if (!receives(variable))
        return 0;
    const ptrdiff_t bytes = offcy_coherence_send(scope->device, variable->block, &variable->extent);
    if (bytes < 0)
        return offcy_fail_data(error, OFFCY_TRANSFER_FAILED, scope->device, variable->name, "receive",
                               variable->extent.bytes);
    variable->to += bytes;
    return 0;
}

int offcy_coherent_enter(offcy_scope *scope, offcy_error *error)
{
    if (!offcy_any_coherent())
        return 0;
    for (int k = 0; k < scope->count; k++)
        if (scope->entered[k].block != NULL && enter_one(scope, &scope->entered[k], error) < 0)
            return -1;
    return 0;
}

static void note(offcy_scope *scope, struct offcy_entered *variable, unsigned from, offcy_current to)
{
    if (offcy_coherence_note(scope->device, variable->block, &variable->extent, from, to) < 0)
        offcy_fail_data(scope->error, OFFCY_TRANSFER_FAILED, scope->device, variable->name, "return",
                        variable->extent.bytes);
}

/* A region's results are the device's, but what it threw away. */
static void note_results(offcy_scope *scope, bool failed)
{
    enum { ANY = OFFCY_ON_HOST | OFFCY_ON_BOTH | OFFCY_ON_DEVICE };
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        if (variable->block != NULL && variable->block->coherent && throws_away(variable))
            note(scope, variable, OFFCY_ON_BOTH, OFFCY_ON_HOST);
    }
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        if (variable->block != NULL && variable->block->coherent && is_region(variable) &&
            (variable->map & OFFCY_FROM))
            note(scope, variable, failed ? OFFCY_ON_BOTH : ANY, OFFCY_ON_DEVICE);
    }
}

/* An inferred context ends. The code behind it tells of nothing, unless it is said to. */
static void leave_context(offcy_scope *scope, struct offcy_entered *variable)
{
    offcy_block *block = variable->block;
    int contexts = 0;
    for (const struct offcy_entered *holder = block->holders; holder != NULL; holder = holder->next)
        contexts += (holder->map & OFFCY_COHERENT) != 0;
    const offcy_extent all = offcy_block_extent(block);
    const bool last = contexts == 1;
    if (!last && variable->place->coherent)
        return;
    if (block->wanted)
        add_fetched(scope, variable, last ? &all : &variable->extent, scope->error);
    if (!last)
        note(scope, variable, OFFCY_ON_BOTH | OFFCY_ON_DEVICE, OFFCY_ON_HOST);
}

/* Code that tells of nothing comes next. */
static void go_home(offcy_scope *scope, struct offcy_entered *variable)
{
    if (is_region(variable) && offcy_map_writes(variable->map))
        add_fetched(scope, variable, &variable->extent, scope->error);
    note(scope, variable, OFFCY_ON_BOTH, OFFCY_ON_HOST);
}

void offcy_coherent_leave(offcy_scope *scope, bool failed)
{
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
        else if (block->coherent && !is_told(variable))
            go_home(scope, variable);
        else if (!block->coherent && variable->created && (variable->map & OFFCY_FROM))
            offcy_ask_others(scope->device, variable, OFFCY_WRITTEN, scope->error);
    }
}
