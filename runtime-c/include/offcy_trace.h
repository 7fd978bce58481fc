/* What ran where, and how many bytes were moved.
 *
 * OFFCY_TRACE=1 in the environment prints a line per region, data context and update on stderr, and per
 * host access that brought something back:
 *
 *     offcy: p.pyx:12 pairwise: region on device 0, 153.2 us; X 24000 B to; D 8000000 B from
 *     offcy: p.pyx:15 pairwise: host code on device 0; D 8 B from
 *     offcy: p.pyx:12 pairwise: region on the host (libomptarget.so.19.1: cannot open shared object file), 153.2 us
 *
 * OFFCY_TRACE=json prints the same as one JSON object per line, for programs:
 *
 *     {"offcy":"region","file":"p.pyx","line":12,"function":"pairwise","device":0,"failed":false,
 *      "thread":140123,"kernel_us":153.2,"variables":[{"name":"X","to":24000,"from":0}, ...]}
 *
 * A call of BLAS is a region with "routine", its name; where the host runs it on copies of what is there, "why" says why.
 * The kinds are "region", "context", "update" and "host code". `thread` is its id in pthreads and Python. `device` is
 * null on the host, where `variables` is empty, and "why" says why where the offload runtime is missing or one thread
 * must run the region; for host code it is where the data came from. Bytes are counted where they are moved: a region inside an explicit data context has
 * zeros, one inside an inferred context has what it received, and that context what it brought back. If a strided
 * view's gaps are moved with its elements, they are counted; an update `to` reads them on the device before it writes
 * them there again.
 */
#ifndef OFFCY_TRACE_H
#define OFFCY_TRACE_H

#include "offcy_data.h"

typedef struct offcy_trace_variable {
    const char *name; /* static */
    ptrdiff_t to;     /* bytes, host to device */
    ptrdiff_t from;   /* bytes, device to host */
} offcy_trace_variable;

typedef struct offcy_trace_record {
    const offcy_region *region;
    int device;            /* or OFFCY_HOST */
    const char *why;       /* on the host: why not on a device; NULL: nothing to say */
    bool failed;
    double kernel_seconds; /* between enter and leave; 0 for all but regions */
    int count;
    const offcy_trace_variable *variables;
} offcy_trace_record;

/* Called for every record from whichever thread leaves, with the runtime's lock not held. The
 * record and its variables live until it returns. It must not enter a region. */
typedef void (*offcy_trace_sink)(void *closure, const offcy_trace_record *record);

/* Sends every module's records to `sink` as well, until it is set to NULL. One per process; the
 * previous one is replaced. */
OFFCY_HIDDEN void offcy_trace_to(offcy_trace_sink sink, void *closure);

/* Keeps every module's records, too, for those who ask (`offcy.trace()` in Python): `change` is how many more want
 * that, or fewer. Returns what was kept so far, JSON as above, to be freed; NULL: nothing. */
OFFCY_HIDDEN char *offcy_trace_take(int change, size_t *length);

#endif
