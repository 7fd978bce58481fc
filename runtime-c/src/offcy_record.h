/* Error records that wait on a device. A short kernel takes less time than sending a record there and fetching it back.
 * So some wait there, zeroed, and a kernel that fails also sets a flag in the host's memory: only then is its record
 * fetched. Internal; everything here needs the lock. */
#ifndef OFFCY_RECORD_H
#define OFFCY_RECORD_H

#include "offcy_rt.h"

/* The device address of a record that nobody uses; NULL if all are in use. */
OFFCY_HIDDEN char *offcy_record_take(int device);

/* Gives it back, and zeroes it if a kernel has filled it. False: the address is not a record's. */
OFFCY_HIDDEN bool offcy_record_give(int device, const char *address);

/* The flag of the record at a device address: not 0 if a kernel has filled it. NULL: the address is not a record's. */
OFFCY_HIDDEN int *offcy_record_flag(int device, const char *address);

#endif
