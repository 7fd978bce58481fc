/* The runtime of offcy's modules, the part that does not depend on Python.
 *
 * Kernels (`m.kernels.c`) include only this header; the glue (`m.c`) includes `offcy_py.h`, which
 * includes this one.
 *
 *   offcy_level.h   loops in versions for processors
 *   offcy_lanes.h   iterations of a loop that run at once
 *   offcy_error.h   the record that carries an error out of code without the GIL
 *   offcy_view.h    typed memoryviews as plain structs, and slicing them
 *   offcy_copy.h    copies of views into views
 *   offcy_team.h    teams of the host's threads
 *   offcy_tile.h    nests of loops in tiles that 32-bit counters can number
 *   offcy_blas.h    functions of BLAS for kernels
 *   offcy_round.h   rounding to integers, without calls
 *   offcy_math.h    Python's division, modulo and power of C numbers
 *   offcy_data.h    regions and data contexts: which device, what is there, what is moved
 *   offcy_library.h calls of BLAS from host code
 *   offcy_trace.h   what ran where, and how many bytes were moved
 *   offcy_cython.h  what C in `.pyx` files expects of Cython
 *
 * Names: everything is `offcy_...`, macros and constants are `OFFCY_...`. Sizes and distances are
 * bytes and extents are elements, both `ptrdiff_t`. Functions that can fail return a negative
 * number on failure. Nothing here needs the GIL, unless its comment says so.
 */
#ifndef OFFCY_RT_H
#define OFFCY_RT_H

#include "offcy_level.h"
#include "offcy_lanes.h"
#include "offcy_error.h"
#include "offcy_copy.h"
#include "offcy_cython.h"
#include "offcy_view.h"
#include "offcy_math.h"
#include "offcy_team.h"
#include "offcy_tile.h"
#include "offcy_blas.h"
#include "offcy_data.h"
#include "offcy_library.h"
#include "offcy_trace.h"

#endif
