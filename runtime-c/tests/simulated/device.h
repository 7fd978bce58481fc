/* What the tests may configure about the simulated devices. */
#ifndef SIMULATED_DEVICE_H
#define SIMULATED_DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define SIMULATED_MEMORY ((ptrdiff_t)1 << 28) /* of each device, unless a test sets it */

typedef struct simulated_settings {
    ptrdiff_t memory;              /* bytes that a device has */
    ptrdiff_t transfers_that_work; /* the next ones; those after them fail */
    bool demands_alignment;        /* as NVIDIA's GPUs do */
} simulated_settings;

extern simulated_settings simulated;

#endif
