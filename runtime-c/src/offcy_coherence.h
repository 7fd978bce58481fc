/* Which side's copy of coherent data is current, and moving what is not where it is needed. Internal; all of
 * it needs the lock.
 *
 * What is said to be current on the device is so there in every byte: a range is received before it is
 * noted as the device's, unless the region wrote all of it. So copying whole ranges back is right,
 * gaps of a strided view included. */
#ifndef OFFCY_COHERENCE_H
#define OFFCY_COHERENCE_H

#include "offcy_present.h"

/* Says that all of the block is current on the host. -1: no memory. */
OFFCY_HIDDEN int offcy_coherence_begin(offcy_block *block);

/* Of what `extent` covers of a coherent block: makes the device's copy current where it is not, or the
 * host's. Returns the bytes moved, or -1. Where that fails nothing has changed hands. */
OFFCY_HIDDEN ptrdiff_t offcy_coherence_send(int number, offcy_block *block,
                                            const offcy_extent *extent);
OFFCY_HIDDEN ptrdiff_t offcy_coherence_fetch(int number, offcy_block *block,
                                             const offcy_extent *extent);

/* Of what `extent` covers: what was current as one of `from` (bits) says now is as `to` says. Moves
 * nothing, but where there is no memory to note it. 0, or -1: that failed. */
OFFCY_HIDDEN int offcy_coherence_note(int number, offcy_block *block, const offcy_extent *extent,
                                      unsigned from, offcy_current to);

/* The whole block as an extent. */
OFFCY_HIDDEN offcy_extent offcy_block_extent(const offcy_block *block);

/* Whether only inferred contexts hold the block: then it can be taken from the device. */
OFFCY_HIDDEN bool offcy_evictable(const offcy_block *block);

/* Brings home what is current on the device and takes the block from there. It lives on until its
 * contexts end. 0, or -1: the transfer failed, and it stays. */
OFFCY_HIDDEN int offcy_evict(int number, offcy_block *block);

/* Evicts until `bytes` are free or nothing is left that can go. Whether any did. */
OFFCY_HIDDEN bool offcy_make_room(int number, ptrdiff_t bytes);

/* Host code, or a device other than `except`, uses the elements: OFFCY_READ, OFFCY_WRITTEN; with OFFCY_FROM
 * all of them are written. Returns the bytes that came from `number`, or -1. */
OFFCY_HIDDEN ptrdiff_t offcy_coherence_host_use(int number, const offcy_extent *extent,
                                                unsigned access);

/* Makes the host's copies of all coherent data current, as far as that works. */
OFFCY_HIDDEN void offcy_coherence_fetch_all(void);

/* Whether anything coherent is present at all, on any device. Needs no lock. */
OFFCY_HIDDEN bool offcy_any_coherent(void);

#endif
