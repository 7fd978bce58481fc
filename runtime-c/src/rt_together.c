/* Small arrays that a scope brings to a device have one piece of its memory, and one transfer there and one back: a
 * transfer takes as long as copying some thousand bytes on the host, on GPUs as long as more. */
#include "offcy_device.h"
#include "offcy_enter.h"
#include "offcy_simulator.h"
#include "offcy_staging.h"

#include <stdlib.h>
#include <string.h>

static const ptrdiff_t SMALL = 8 << 10, MOST = 1 << 20, APART = 256;

static ptrdiff_t room_for(const struct offcy_entered *variable)
{
    return (variable->extent.bytes + APART - 1) / APART * APART;
}

static bool is_small(const struct offcy_entered *variable)
{
    return offcy_is_absent(variable, 0) && !variable->is_record && variable->near == variable &&
           variable->extent.axis_count == 0 && variable->extent.bytes <= SMALL;
}

/* The bytes that those need which are small; 0: there are not two of them. */
static ptrdiff_t room_for_all(const offcy_scope *scope)
{
    ptrdiff_t bytes = 0;
    int count = 0;
    for (int k = 0; k < scope->count; k++) {
        const struct offcy_entered *variable = &scope->entered[k];
        if (!is_small(variable) || bytes + room_for(variable) > MOST)
            continue;
        bytes += room_for(variable);
        count++;
    }
    return count > 1 ? bytes : 0;
}

/* A block at `address`; -1: it could not be made, and the variable gets one by itself, or an error. */
static int place(const offcy_scope *scope, struct offcy_entered *variable, offcy_chunk *chunk, char *address)
{
    offcy_error unused = {0};
    chunk->parts++;
    offcy_block *block = offcy_make_present(scope->device, variable->extent.low, variable->extent.bytes,
                                            (offcy_memory){.address = address, .chunk = chunk}, false, variable->name, &unused);
    if (block == NULL)
        return -1;
    offcy_hold_block(variable, block);
    variable->created = variable->moves_its_own = true;
    return 0;
}

void offcy_hold_together(offcy_scope *scope)
{
    /* What is sent, and what is fetched, lies together. */
    static const unsigned in_order[] = {OFFCY_TO, OFFCY_TOFROM, OFFCY_FROM, 0};
    const ptrdiff_t bytes = offcy_simulates() ? 0 : room_for_all(scope);
    offcy_chunk *chunk = bytes > 0 ? offcy_chunk_take(scope->device, bytes) : NULL;
    ptrdiff_t used = 0;
    for (int order = 0; chunk != NULL && order < 4; order++) {
        for (int k = 0; k < scope->count; k++) {
            struct offcy_entered *variable = &scope->entered[k];
            if (variable->moves == in_order[order] && is_small(variable) && used + room_for(variable) <= bytes &&
                place(scope, variable, chunk, chunk->address + used) == 0)
                used += room_for(variable);
        }
    }
    if (chunk != NULL)
        offcy_chunk_give(scope->device, chunk);
}

bool offcy_is_together(const struct offcy_entered *variable)
{
    return variable->created && variable->block != NULL && variable->block->chunk != NULL;
}

/* Those that are to move, and where they lie on the device: from `low` to before `high`. */
typedef struct moving {
    offcy_selector *moves;
    bool failed;
    int count;
    char *low, *high;
} moving;

static bool is_moving(const moving *moving, const struct offcy_entered *variable)
{
    return offcy_is_together(variable) && moving->moves(variable, moving->failed);
}

static moving find_moving(const offcy_scope *scope, offcy_selector *moves, bool failed)
{
    moving found = {.moves = moves, .failed = failed};
    for (int k = 0; k < scope->count; k++) {
        const struct offcy_entered *variable = &scope->entered[k];
        if (!is_moving(&found, variable))
            continue;
        char *low = variable->block->address, *high = low + variable->extent.bytes;
        found.low = found.count == 0 || low < found.low ? low : found.low;
        found.high = found.count == 0 || high > found.high ? high : found.high;
        found.count++;
    }
    return found;
}

static const struct offcy_entered *first_moving(const offcy_scope *scope, const moving *moving)
{
    const struct offcy_entered *first = scope->entered;
    while (!is_moving(moving, first))
        first++;
    return first;
}

/* Copies each that moves to its place in `all`, and zeros between them. */
static void gather(const offcy_scope *scope, const moving *moving, char *all)
{
    for (int k = 0; k < scope->count; k++) {
        const struct offcy_entered *variable = &scope->entered[k];
        if (!is_moving(moving, variable))
            continue;
        const char *end = variable->block->address + room_for(variable);
        char *part = all + (variable->block->address - moving->low);
        const ptrdiff_t bytes = variable->extent.bytes, room = (end < moving->high ? end : moving->high) - variable->block->address;
        memcpy(part, variable->extent.low, (size_t)bytes);
        memset(part + bytes, 0, (size_t)(room - bytes));
    }
}

static void scatter(const offcy_scope *scope, const moving *moving, const char *all)
{
    for (int k = 0; k < scope->count; k++) {
        const struct offcy_entered *variable = &scope->entered[k];
        if (is_moving(moving, variable))
            memcpy(variable->extent.low, all + (variable->block->address - moving->low), (size_t)variable->extent.bytes);
    }
}

/* -1: the transfer failed. */
static int move_all(const offcy_scope *scope, const moving *moving, bool sends)
{
    const ptrdiff_t bytes = moving->high - moving->low;
    const bool is_one = moving->count == 1;
    char *all = is_one ? first_moving(scope, moving)->extent.low : offcy_staging_borrow(scope->device, bytes);
    if (all == NULL)
        return -1;
    if (sends && !is_one)
        gather(scope, moving, all);
    const int status = sends ? offcy_device_write(scope->device, moving->low, all, bytes)
                             : offcy_device_read(scope->device, all, moving->low, bytes);
    if (!sends && !is_one && status == 0)
        scatter(scope, moving, all);
    if (!is_one)
        offcy_staging_return(all);
    return status;
}

static int move_together(offcy_scope *scope, offcy_selector *moves, bool failed, bool sends, offcy_error *error)
{
    const moving moving = find_moving(scope, moves, failed);
    if (moving.count == 0)
        return 0;
    if (move_all(scope, &moving, sends) < 0)
        return offcy_fail_data(error, OFFCY_TRANSFER_FAILED, scope->device, first_moving(scope, &moving)->name,
                               sends ? "receive" : "return", moving.high - moving.low);
    for (int k = 0; k < scope->count; k++) {
        struct offcy_entered *variable = &scope->entered[k];
        if (is_moving(&moving, variable))
            *(sends ? &variable->moved.to : &variable->moved.from) = variable->extent.bytes;
    }
    return 0;
}

int offcy_send_together(offcy_scope *scope, offcy_selector *moves, offcy_error *error)
{
    return move_together(scope, moves, false, true, error);
}

void offcy_fetch_together(offcy_scope *scope, offcy_selector *moves, bool failed)
{
    move_together(scope, moves, failed, false, scope->error);
}
