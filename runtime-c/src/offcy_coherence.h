/* Moving coherent data to where it is not current. Internal; all of it needs the lock.
 *
 * A byte that is said to be current on the device really is, and a byte that is brought home was written by
 * a region: the gaps of a strided view keep what the host has, as they do without a context. */
#ifndef OFFCY_COHERENCE_H
#define OFFCY_COHERENCE_H

#include "offcy_present.h"

/* Who has data moved, and the number of bytes, to be added to. */
typedef struct offcy_moved {
    uintptr_t thread;
    uint64_t writer; /* the bit of the thread among `offcy_segment.writers` */
    ptrdiff_t to, from;
} offcy_moved;

/* For the part of a coherent block that `extent` covers: makes the device's copy current where it is not, or
 * the host's. 0, or -1: a transfer failed, and what was to be moved has not changed hands. */
OFFCY_HIDDEN int offcy_coherence_send(int number, offcy_block *block, const offcy_extent *extent,
                                      offcy_moved *moved);
OFFCY_HIDDEN int offcy_coherence_fetch(int number, offcy_block *block, const offcy_extent *extent,
                                       offcy_moved *moved);

/* Notes that only the device's copy is current: a region wrote it all, or received it before. Moves only
 * what cannot be noted. */
OFFCY_HIDDEN int offcy_coherence_written(int number, offcy_block *block, const offcy_extent *extent,
                                         offcy_moved *moved);

/* Notes that only the device's copy is current where both are: others may use it there. */
OFFCY_HIDDEN int offcy_coherence_settled(int number, offcy_block *block, const offcy_extent *extent,
                                         offcy_moved *moved);

/* Notes that the host may write from now on where both sides' copies are current; or that it may have
 * written. */
OFFCY_HIDDEN int offcy_coherence_unsure(int number, offcy_block *block, const offcy_extent *extent,
                                        offcy_moved *moved);
OFFCY_HIDDEN int offcy_coherence_unseen(int number, offcy_block *block, const offcy_extent *extent,
                                        offcy_moved *moved);

/* Notes that both copies are equally good: nobody has written the data. */
OFFCY_HIDDEN int offcy_coherence_undefined(int number, offcy_block *block, const offcy_extent *extent,
                                           offcy_moved *moved);

/* Notes that the host's copy is to replace what the device has, which nobody needs. */
OFFCY_HIDDEN int offcy_coherence_replaced(int number, offcy_block *block, const offcy_extent *extent,
                                          offcy_moved *moved);

/* Whether sending might write to a byte in the range of `other` on the device. `unseen`: what both sides
 * have is sent as well. */
OFFCY_HIDDEN bool offcy_coherence_would_send(const offcy_block *block, const offcy_extent *extent,
                                             const offcy_extent *other, bool unseen);

/* Whether a region of another thread than `variable`'s is writing to the block, or may be. */
OFFCY_HIDDEN bool offcy_written_by_others(const offcy_block *block, uintptr_t thread);

/* The same for views with gaps (rt_strided.c): brings home those that meet `extent`; of these drops those
 * within `unless_within` (NULL: none). */
OFFCY_HIDDEN int offcy_strided_fetch(int number, offcy_block *block, const offcy_extent *extent,
                                     const offcy_extent *unless_within, offcy_moved *moved);
OFFCY_HIDDEN int offcy_strided_add(int number, offcy_block *block, const offcy_extent *extent,
                                   offcy_moved *moved);
OFFCY_HIDDEN void offcy_strided_drop_within(offcy_block *block, const offcy_extent *extent);
OFFCY_HIDDEN bool offcy_strided_covers(const offcy_block *block, const offcy_extent *extent);

/* The whole block as an extent. */
OFFCY_HIDDEN offcy_extent offcy_block_extent(const offcy_block *block);

/* Whether only inferred contexts hold the block: then it can be taken from the device. */
OFFCY_HIDDEN bool offcy_evictable(const offcy_block *block);

/* Brings home what is current on the device and takes the block from there. It lives on until its
 * contexts end. 0, or -1: the transfer failed, and it stays. */
OFFCY_HIDDEN int offcy_evict(int number, offcy_block *block);

/* Evicts the largest block that can go; false: none did. */
OFFCY_HIDDEN bool offcy_evict_largest(int number);

/* Host code, or another device, uses the elements: OFFCY_READ, OFFCY_WRITTEN; with OFFCY_FROM all of them
 * are written. Reports what came from `number`; 0, or -1. */
OFFCY_HIDDEN int offcy_coherence_host_use(int number, const offcy_extent *extent, unsigned access,
                                          offcy_moved *moved);

/* Makes the host's copies of all coherent data current, as far as possible, when nobody moves any. */
OFFCY_HIDDEN void offcy_coherence_fetch_all(void);

/* Whether the data of a coherent block that meets the range is being moved, on a device other than
 * `except`. */
OFFCY_HIDDEN bool offcy_any_busy(int except, const offcy_extent *range);

/* The place of the thread among those that are in inferred contexts or write, or a free one for it; -1: none. Needs the lock. */
OFFCY_HIDDEN int offcy_keeper_of(uintptr_t thread, bool make);

/* The thread's code on the host writes to an array that lives on a device from now on: its bit. Needs the lock. */
OFFCY_HIDDEN uint64_t offcy_writing_begin(uintptr_t thread);

/* Its bit if it has one for that alone, otherwise 0: arrays lose it before `offcy_writing_end`. Python's code runs again: what the thread has
 * written is complete. Need the lock. */
OFFCY_HIDDEN uint64_t offcy_writing_bit(uintptr_t thread);
OFFCY_HIDDEN void offcy_writing_end(uintptr_t thread);

#endif
