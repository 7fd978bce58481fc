/* Memory of the simulated GPU: the range that each device reserves, the blocks in it, and what is known about each
   byte. */
#ifndef OFFCY_MEMORY_H
#define OFFCY_MEMORY_H

#include "offcy_sim.h"

#include <stdbool.h>
#include <stdio.h>

enum block_kind { BLOCK_DEVICE, BLOCK_MANAGED, BLOCK_PINNED, BLOCK_GLOBAL, BLOCK_HEAP };

enum { MOST_AXES = 32 };

/* What a program has declared about a part of a block: the variable that is there. */
typedef struct note {
    struct note *next; /* of the block */
    uint64_t address;
    size_t bytes;
    const char *variable, *function, *file;
    int line;
    unsigned map;
    /* Elements: `run` bytes, repeated along each axis; strides ascending. */
    size_t run;
    int axis_count;
    size_t counts[MOST_AXES], strides[MOST_AXES];
} note;

typedef struct block {
    uint64_t address;
    size_t bytes;
    enum block_kind kind;
    bool freed;
    uint64_t span, span_bytes; /* pages that it lies in */
    uint64_t number;           /* 1, 2, ... in the order of allocation */
    const char *name;          /* of a global; otherwise NULL */
    note *notes;               /* in the order of their arrival */
} block;

/* Reserves the device's range; `capacity` bytes of it can be in use at once. False: the system refuses. */
bool memory_open(struct sim_device *device, size_t capacity);

/* 0: there is no room. */
uint64_t memory_allocate(struct sim_device *device, size_t bytes, enum block_kind kind, const char *name);
/* The live block that begins at `address`, or NULL. */
block *memory_block_at(struct sim_device *device, uint64_t address);
/* The block that holds `address` or is nearest to it, live or freed; NULL: none is near. */
block *memory_block_near(struct sim_device *device, uint64_t address);
void memory_free(struct sim_device *device, block *block);
void memory_statistics(struct sim_device *device, size_t *free, size_t *total);

/* How much memory kernels may hold from malloc at once: 8 MiB by default. */
void memory_limit_heap(struct sim_device *device, size_t bytes);

/* Pinned memory of the host, that all devices may use. */
void *memory_pin(size_t bytes);
bool memory_unpin(void *address);
block *memory_pinned(uint64_t address);

/* Copies and fills, in the running operation. `memory_may_copy`: whether all bytes lie in one live block. */
bool memory_may_copy(struct sim_device *device, uint64_t address, size_t bytes);
void memory_written(struct sim_device *device, uint64_t address, size_t bytes);
/* Copies the marks of other bytes. */
void memory_copy_marks(struct sim_device *to_device, uint64_t to, struct sim_device *device, uint64_t from, size_t bytes);
/* Reports unwritten bytes that a copy to the host reads, and copies that did not wait for a kernel. */
void memory_check_copy(struct sim_device *device, uint64_t address, size_t bytes, bool writes, bool to_host);

/* The block's most specific note about the address; NULL: none. */
const note *memory_note(const block *block, uint64_t address);
/* How it is mapped, in a word. */
const char *memory_map_word(const note *note);
/* Whether the program has written nothing to the variable before it mapped it (OFFCY_UNDEFINED). */
bool memory_is_undefined(const note *note);
/* Whether a byte of a note's range is part of an element. */
bool memory_in_element(const note *note, uint64_t address);

/* ---- findings.c ---- */

/* Appends a line to the file in one write, so that processes that share it do not mix their lines. */
void findings_append(const char *text, size_t size);
/* Writes `,"key":"text"`; nothing for NULL. */
void findings_text(FILE *out, const char *key, const char *text);

/* Notes that the driver was started, a module loaded, a kernel launched: "start", "module", "launch", the first time. */
void findings_event(const char *name);

/* Records a finding, once for each kernel, line, and variable. `kind` is a word of --check, or "launch". */
void findings_add(const char *kind, struct sim_device *device, const struct sim_report *report);

#endif
