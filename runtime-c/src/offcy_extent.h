/* Where a variable's elements are in host memory. Internal. */
#ifndef OFFCY_EXTENT_H
#define OFFCY_EXTENT_H

#include "offcy_rt.h"

/* Starting a copy costs as much as moving about this many bytes: smaller gaps are copied along. */
#ifndef OFFCY_WORTH_A_COPY /* tests make it small */
#define OFFCY_WORTH_A_COPY (64 * 1024)
#endif

/* One axis of the pieces that a variable consists of. */
typedef struct offcy_axis {
    ptrdiff_t count;
    ptrdiff_t stride; /* bytes, positive */
} offcy_axis;

/* A variable as pieces without gaps: `run` bytes at `low`, repeated along each axis. Negative strides are
 * reversed and axes that add nothing are gone: the order of the elements is lost, their place is not. */
typedef struct offcy_extent {
    char *low;       /* the lowest byte */
    ptrdiff_t bytes; /* up to and with the highest byte, gaps included; 0: no elements */
    ptrdiff_t run;   /* bytes of a piece */
    int axis_count;  /* 0: one piece, no gaps */
    offcy_axis axes[OFFCY_MAX_DIMENSIONS]; /* strides ascending */
} offcy_extent;

/* Computes a map's extent. NULL, or why it cannot be mapped. */
OFFCY_HIDDEN const char *offcy_extent_of(const offcy_map *map, offcy_extent *extent);

/* Whether they are the same pieces. */
OFFCY_HIDDEN bool offcy_extent_equal(const offcy_extent *a, const offcy_extent *b);

/* Whether the ranges [low, low + bytes) share a byte. */
OFFCY_HIDDEN bool offcy_extent_ranges_meet(const offcy_extent *a, const offcy_extent *b);

/* Whether `inner`'s range lies in `outer`'s. */
OFFCY_HIDDEN bool offcy_extent_range_within(const offcy_extent *inner, const offcy_extent *outer);

/* Whether they certainly share no byte of a piece, although their ranges may meet: `a[::2]`,
 * `a[1::2]`. */
OFFCY_HIDDEN bool offcy_extent_disjoint(const offcy_extent *a, const offcy_extent *b);

/* Whether every byte of `inner`'s pieces certainly is one of `outer`'s. */
OFFCY_HIDDEN bool offcy_extent_within(const offcy_extent *inner, const offcy_extent *outer);

/* The parts of `extent` before, in and after [low, end): each may be empty (0 bytes). Pieces that the
 * range cuts, and small extents, are not divided. */
typedef struct offcy_extent_parts {
    offcy_extent before, inside, after;
} offcy_extent_parts;

OFFCY_HIDDEN offcy_extent_parts offcy_extent_divide(const offcy_extent *extent, const char *low,
                                                    const char *end);

/* The ranges that are copied at once: pieces with small gaps between them go together. Calls `visit` for
 * each, until one call returns less than 0; returns what the last one did. */
typedef int offcy_span_visitor(void *closure, char *low, ptrdiff_t bytes);
OFFCY_HIDDEN int offcy_extent_each_span(const offcy_extent *extent, offcy_span_visitor *visit,
                                        void *closure);

/* Whether no such range has gaps: it is written in full where the elements are. */
OFFCY_HIDDEN bool offcy_extent_spans_are_full(const offcy_extent *extent);

/* Copies the pieces to device memory that nobody has written yet: `address` is where `low` has its copy.
 * Returns the bytes moved, copied gaps included, or -1. Needs the lock. */
OFFCY_HIDDEN ptrdiff_t offcy_extent_to_device(const offcy_extent *extent, int device, char *address);

/* The same, but bytes between the pieces keep their values on the device. The bytes that had to be read
 * there for that are added to `*read`; with `alone` nothing is read, for a kernel may be writing it. */
OFFCY_HIDDEN ptrdiff_t offcy_extent_refresh(const offcy_extent *extent, int device, char *address,
                                            bool alone, ptrdiff_t *read);

/* Copies the pieces back. Bytes between them keep their values on the host. */
OFFCY_HIDDEN ptrdiff_t offcy_extent_from_device(const offcy_extent *extent, int device,
                                                const char *address);

#endif
