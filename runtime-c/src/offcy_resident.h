/* Arrays that live on a device. Internal.
 *
 * Such an array is a block of the present table that no scope ends. Its host addresses are a range of the address space
 * that is reserved for it: they name its elements in views, maps and kernels, and have memory where host code has asked for
 * elements. Which copy is current is known as for what an inferred context keeps (offcy_data.h); all code
 * that gets a view of it reports what it does. */
#ifndef OFFCY_RESIDENT_H
#define OFFCY_RESIDENT_H

#include "offcy_present.h"

typedef struct offcy_resident {
    char *low;          /* the reserved range */
    ptrdiff_t bytes;
    int device;
    offcy_block *block; /* NULL: no bytes */
    struct offcy_entered *holder;
    bool shared;        /* others use the memory on the device: see offcy_residents_settle */
    bool is_foreign;    /* it belongs to somebody else */
    int users;          /* capsules, guarded by the lock */
} offcy_resident;

/* An array of `bytes` bytes on `device`, which nobody has written. NULL with `*error` set. */
OFFCY_HIDDEN offcy_resident *offcy_resident_make(int device, ptrdiff_t bytes, offcy_error *error);

/* Memory on a device. */
typedef struct offcy_place {
    char *address;
    ptrdiff_t bytes;
} offcy_place;

/* What somebody else has on the device: nothing is allocated, and nothing freed. If it lies in an array that is known, that. Otherwise
 * `all` becomes one array, which `place` is in, so that others in it are found to share elements. */
OFFCY_HIDDEN offcy_resident *offcy_resident_adopt(int device, offcy_place place, offcy_place all, offcy_error *error);

/* A user less: the last one ends it. */
OFFCY_HIDDEN void offcy_resident_end(offcy_resident *resident);

/* Host code uses elements from the byte `offset` on: OFFCY_READ, OFFCY_WRITTEN, as `offcy_host_access`. */
OFFCY_HIDDEN int offcy_resident_use(offcy_resident *resident, const offcy_map *map, offcy_error *error);

/* Copies `bytes` bytes from the byte `offset` on to other host memory or from there, straight if possible. */
OFFCY_HIDDEN int offcy_resident_read(offcy_resident *resident, ptrdiff_t offset, void *to, ptrdiff_t bytes,
                                     offcy_error *error);
OFFCY_HIDDEN int offcy_resident_write(offcy_resident *resident, ptrdiff_t offset, const void *from, ptrdiff_t bytes,
                                      offcy_error *error);

/* The same from one array to another on one device; they do not overlap. */
OFFCY_HIDDEN int offcy_resident_copy(offcy_resident *to, ptrdiff_t to_offset, offcy_resident *from,
                                     ptrdiff_t from_offset, ptrdiff_t bytes, offcy_error *error);

/* The device's copy becomes current, and stays so whenever Python's code runs; its address there. NULL with `*error`. */
OFFCY_HIDDEN void *offcy_resident_share(offcy_resident *resident, offcy_error *error);

/* Before Python's code runs: what others use on the device must be current there. Needs no lock. */
OFFCY_HIDDEN int offcy_residents_settle(offcy_error *error);

/* Whether bytes of it are in the states `which` alone. Needs the lock or the data, which nobody else moves. */
OFFCY_HIDDEN bool offcy_resident_is_all(offcy_resident *resident, ptrdiff_t from, ptrdiff_t to, unsigned which);

OFFCY_HIDDEN void offcy_resident_trace(const offcy_resident *resident, ptrdiff_t to, ptrdiff_t from);

/* Where a region with these maps runs that asks for `device`: where its arrays live, otherwise as `offcy_choose_device` says. */
OFFCY_HIDDEN int offcy_choose_for(int device, const offcy_map *maps, int count, offcy_error *error);

#endif
