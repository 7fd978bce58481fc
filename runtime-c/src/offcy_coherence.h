/* Moving coherent data to where it is not current. Internal; all of it needs the lock.
 *
 * A byte that is said to be current on the device is so there, and a byte that is brought home was
 * written by a region: the gaps of a strided view keep what the host has, as they do without a context. */
#ifndef OFFCY_COHERENCE_H
#define OFFCY_COHERENCE_H

#include "offcy_present.h"

/* Bytes that were moved, to be added to. */
typedef struct offcy_moved {
    ptrdiff_t to, from;
} offcy_moved;

/* Of what `extent` covers of a coherent block: makes the device's copy current where it is not, or the
 * host's. 0, or -1: a transfer failed, and what was to be moved has not changed hands. */
OFFCY_HIDDEN int offcy_coherence_send(int number, offcy_block *block, const offcy_extent *extent,
                                      offcy_moved *moved);
OFFCY_HIDDEN int offcy_coherence_fetch(int number, offcy_block *block, const offcy_extent *extent,
                                       offcy_moved *moved);

/* Notes that the device's copy alone is current: a region wrote it all, or received it before. Moves
 * only what cannot be noted. */
OFFCY_HIDDEN int offcy_coherence_written(int number, offcy_block *block, const offcy_extent *extent,
                                         offcy_moved *moved);

/* Notes that the host may write where both sides' copies are current. */
OFFCY_HIDDEN int offcy_coherence_unsure(int number, offcy_block *block, const offcy_extent *extent,
                                        offcy_moved *moved);

/* Notes that the host's copy is to replace what the device has, which is of no use to anyone. */
OFFCY_HIDDEN int offcy_coherence_replaced(int number, offcy_block *block, const offcy_extent *extent,
                                          offcy_moved *moved);

/* Whether sending would write to a byte in the range of `other` on the device. */
OFFCY_HIDDEN bool offcy_coherence_would_send(const offcy_block *block, const offcy_extent *extent,
                                             const offcy_extent *other);

/* The same, as far as views with gaps are concerned (rt_strided.c): brings home those that meet `extent`; of
 * these drops those within `unless_within` (NULL: none). */
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

/* Evicts until `bytes` are free or nothing is left that can go. Whether any did. */
OFFCY_HIDDEN bool offcy_make_room(int number, ptrdiff_t bytes);

/* Host code, or another device, uses the elements: OFFCY_READ, OFFCY_WRITTEN; with OFFCY_FROM
 * all of them are written. Says what came from `number`; 0, or -1. */
OFFCY_HIDDEN int offcy_coherence_host_use(int number, const offcy_extent *extent, unsigned access,
                                          offcy_moved *moved);

/* Makes the host's copies of all coherent data current, as far as that works. */
OFFCY_HIDDEN void offcy_coherence_fetch_all(void);

/* Whether anything coherent is present at all, on any device. Needs no lock. */
OFFCY_HIDDEN bool offcy_any_coherent(void);

#endif
