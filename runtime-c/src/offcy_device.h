/* The few requests that are made to a device. In a module that is built for the host alone they exist and fail, and
 * nothing makes them. Internal. */
#ifndef OFFCY_DEVICE_H
#define OFFCY_DEVICE_H

#include "offcy_rt.h"

/* Device memory; NULL if there is no room. */
OFFCY_HIDDEN void *offcy_device_allocate(int device, ptrdiff_t bytes);

/* 0, or -1: it is still there. */
OFFCY_HIDDEN int offcy_device_free(int device, void *address);

/* Host memory, pinned for `device`; NULL if there is none. Never released. */
OFFCY_HIDDEN void *offcy_device_allocate_host(int device, ptrdiff_t bytes);

/* Informs libomptarget that `host` is present at `address`, so that map clauses find it. 0, or -1. */
OFFCY_HIDDEN int offcy_device_associate(int device, void *host, void *address, ptrdiff_t bytes);
OFFCY_HIDDEN void offcy_device_disassociate(int device, void *host);

/* Copies bytes; 0, or -1. */
OFFCY_HIDDEN int offcy_device_write(int device, void *to, const void *from_host, ptrdiff_t bytes);
OFFCY_HIDDEN int offcy_device_read(int device, void *to_host, const void *from, ptrdiff_t bytes);

/* Copies bytes from one place on the device to another; 0, or -1. */
OFFCY_HIDDEN int offcy_device_copy(int device, void *to, const void *from, ptrdiff_t bytes);

/* Whether a kernel that reads or writes an element at an address that is not a multiple of its type's alignment ends
 * the process. */
OFFCY_HIDDEN bool offcy_device_demands_alignment(int device);

/* The number of devices, whether or not they work; in a module that is built for one. */
OFFCY_HIDDEN int offcy_device_total(void);

/* Whether no process used a device before: from now on this one does. Needs the lock; in a module that is built for a
 * device. */
OFFCY_HIDDEN bool offcy_device_first_use(void);

/* Whether this process may use devices at all: not if it was forked from one that did. */
OFFCY_HIDDEN bool offcy_device_usable_here(void);

/* Why something that asked for `device` runs on the host although the module has code for devices; NULL: it asked for
 * the host, or there is nothing to say. Static. */
OFFCY_HIDDEN const char *offcy_device_why_host(int device);

/* Around everything that a thread does with devices, kernels included: see rt_exit.c. */
OFFCY_HIDDEN void offcy_device_begin(void);
OFFCY_HIDDEN void offcy_device_end(void);

/* Handles the end of the process, once: in a module that is built for devices, when it is loaded. */
OFFCY_HIDDEN void offcy_watch_exit(void);

#endif
