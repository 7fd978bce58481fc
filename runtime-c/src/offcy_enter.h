/* What a scope keeps for each variable that it entered. Internal. */
#ifndef OFFCY_ENTER_H
#define OFFCY_ENTER_H

#include "offcy_coherence.h"
#include "offcy_trace.h"

struct offcy_entered {
    const char *name;
    offcy_extent extent;
    offcy_block *block; /* NULL: no elements, or not kept */
    struct offcy_entered *next; /* of the block's holders */
    struct offcy_entered *near; /* in a circle: those of its scope whose ranges meet its own, or others' in between */
    const offcy_region *place;
    uintptr_t thread;
    struct offcy_entered *outer; /* for the first row of an inferred context: the context entered before */
    int row_count;      /* and the number of its rows */
    unsigned map;       /* what was requested */
    unsigned moves;     /* OFFCY_TO, OFFCY_FROM: what it moves itself, not together with another variable */
    bool created;       /* the block is new */
    bool moves_its_own; /* it is the outermost boundary in its thread; not used for coherent blocks */
    bool reported;          /* for a coherent block: the host's accesses after this are reported */
    bool last, kept;    /* for an inferred context: no other keeps the block; one of the same thread does */
    bool wanted;        /* for an inferred context: one of those that keep the block did not say OFFCY_DEAD */
    bool is_record;     /* the error record, not a user's variable */
    offcy_moved moved;
};

/* Whether code with that map may write. */
static inline bool offcy_map_writes(unsigned map)
{
    return (map & (OFFCY_FROM | OFFCY_WRITTEN)) ||
           (map & (OFFCY_TO | OFFCY_READ | OFFCY_COHERENT)) == 0; /* `alloc`: it has no other purpose */
}

/* Sets `near` of a scope's variables. */
OFFCY_HIDDEN void offcy_find_near(struct offcy_entered *entered, int count);

/* Whether it has elements and no block yet, and is coherent or not: OFFCY_COHERENT, 0. */
OFFCY_HIDDEN bool offcy_is_absent(const struct offcy_entered *variable, unsigned coherent);

/* Rejects map lists in which two rows overlap in part while one is written: 0, or -1 with OFFCY_OVERLAP. `shared`: the
 * names of two that share elements in such a way (OFFCY_ALONE, OFFCY_STEADY) that one thread must run the region; NULL:
 * there are none. */
OFFCY_HIDDEN int offcy_check_overlaps(const offcy_map *maps, int count, const char *shared[2], offcy_error *error);

/* Whether a context that the user wrote keeps some of what the maps show on the device. */
OFFCY_HIDDEN bool offcy_in_explicit_context(int device, const offcy_map *maps, int count);

/* Rejects elements that the device cannot read at their addresses there: 0, or -1 with OFFCY_BAD_MAP. The variables
 * hold their blocks. */
OFFCY_HIDDEN int offcy_check_alignment(const offcy_scope *scope, const offcy_map *maps, int count, offcy_error *error);

/* Finds for each variable whether it is present, and rejects what partly overlaps that; coherent blocks go out of the
 * way. Otherwise changes nothing. Needs the lock. */
OFFCY_HIDDEN int offcy_look_up(offcy_scope *scope, offcy_error *error);

/* Makes the scope's variables hold blocks: those that were found, and new ones. -1: out of memory; some
 * are held. Needs the lock. */
OFFCY_HIDDEN int offcy_hold_blocks(offcy_scope *scope, offcy_error *error);

/* Gives small variables that are absent blocks in one piece of memory. What has none afterwards gets its own. Needs the
 * lock. */
OFFCY_HIDDEN void offcy_hold_together(offcy_scope *scope);

/* Whether it has its memory from there, and moves with the others. */
OFFCY_HIDDEN bool offcy_is_together(const struct offcy_entered *variable);

/* Moves those for which `moves` is true, in one transfer. -1: it failed. */
typedef bool offcy_selector(const struct offcy_entered *variable, bool failed);
OFFCY_HIDDEN int offcy_send_together(offcy_scope *scope, offcy_selector *moves, offcy_error *error);
OFFCY_HIDDEN void offcy_fetch_together(offcy_scope *scope, offcy_selector *moves, bool failed);

/* The variable is one of the block's holders from now on. Needs the lock. */
OFFCY_HIDDEN void offcy_hold_block(struct offcy_entered *variable, offcy_block *block);

/* Releases them, and ends the blocks that nothing else holds. Needs the lock. */
OFFCY_HIDDEN void offcy_release_blocks(offcy_scope *scope);

/* Whether a region has entered it, not a context. */
OFFCY_HIDDEN bool offcy_is_region(const struct offcy_entered *variable);

/* Whether only regions of threads other than `thread` hold the block: then its data is theirs. */
OFFCY_HIDDEN bool offcy_lent(const offcy_block *block, uintptr_t thread);

/* Whether the variable, which lies in the block as `presence` says, must wait for another thread. */
OFFCY_HIDDEN bool offcy_should_wait(const struct offcy_entered *variable, const offcy_block *block,
                                    offcy_presence presence);

/* Makes the scope's blocks busy, so that their data can be moved without the lock; false: one is busy
 * already. */
OFFCY_HIDDEN bool offcy_claim(offcy_scope *scope);
OFFCY_HIDDEN void offcy_disclaim(offcy_scope *scope);

/* The part of entering and leaving that concerns coherent blocks. With the lock: what must be known, and what other
 * devices' blocks must give up. With the scope's blocks claimed instead: what moves. -1: a transfer failed. */
OFFCY_HIDDEN int offcy_coherent_before_entering(offcy_scope *scope, offcy_error *error);
OFFCY_HIDDEN int offcy_coherent_enter(offcy_scope *scope, offcy_error *error);
OFFCY_HIDDEN void offcy_coherent_before_leaving(offcy_scope *scope);
OFFCY_HIDDEN void offcy_coherent_leave(offcy_scope *scope, bool failed);

/* Whether the host's accesses are reported until the end of a context that keeps the data. Needs the lock. */
OFFCY_HIDDEN bool offcy_is_reported(const struct offcy_entered *variable);

/* The bit of the thread among `offcy_segment.writers`; 0 if it is in no inferred context: then it finds for itself
 * what it wrote. For an array that lives on a device, also that of a thread which is in none, and writes. Needs the lock. */
OFFCY_HIDDEN uint64_t offcy_writer_bit(uintptr_t thread, bool of_array);

/* Whether a context of the thread keeps `block`. Needs the lock. */
OFFCY_HIDDEN bool offcy_kept_by(const offcy_block *block, uintptr_t thread);

/* An inferred context is entered, or being left. Need the lock. */
OFFCY_HIDDEN void offcy_context_begin(offcy_scope *scope);
OFFCY_HIDDEN void offcy_context_end(offcy_scope *scope);

/* The beginning of a context without rows: others' data that is used inside may not stay away longer. Takes the lock.
 * -1: out of memory. */
OFFCY_HIDDEN int offcy_empty_context_begin(offcy_scope *scope, offcy_error *error);

/* Coherent blocks of devices other than `number` give way to the use of the elements here: OFFCY_READ, OFFCY_WRITTEN.
 * Needs the lock. 0, or -1: a transfer failed. */
OFFCY_HIDDEN int offcy_ask_others(int number, const struct offcy_entered *variable, unsigned access,
                                  offcy_error *error);

/* A region that runs on the host: what it uses comes home. */
OFFCY_HIDDEN int offcy_enter_on_host(const offcy_region *region, const offcy_map *maps, int count,
                                     offcy_error *error);

/* Writes the trace of a scope that was left. `seconds` between entering and leaving. */
OFFCY_HIDDEN void offcy_trace_scope(const offcy_scope *scope, bool failed, double seconds);

/* Writes a record; and returns whether anybody wants one. */
OFFCY_HIDDEN void offcy_trace_write(const offcy_trace_record *record);
OFFCY_HIDDEN bool offcy_traced(void);

#endif
