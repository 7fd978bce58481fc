/* What a scope keeps of each variable that it entered. Internal. */
#ifndef OFFCY_ENTER_H
#define OFFCY_ENTER_H

#include "offcy_present.h"

struct offcy_entered {
    const char *name;
    offcy_extent extent;
    const offcy_map *asked; /* while entering: the row of the map list; NULL: none */
    offcy_block *block; /* NULL: no elements */
    unsigned map;       /* what was asked for */
    unsigned moves;     /* OFFCY_TO, OFFCY_FROM: what it moves itself, not with another variable */
    bool created;       /* the block is new: the outermost boundary */
    bool is_record;     /* the error record, no variable of the user's */
    ptrdiff_t to, from; /* bytes moved */
};

/* Writes the trace of a scope that was left. `seconds` between entering and leaving. */
OFFCY_HIDDEN void offcy_trace_scope(const offcy_scope *scope, bool failed, double seconds);

#endif
