/* Python exceptions from error records, and tracebacks that show the .pyx file. */
#ifndef OFFCY_RAISE_H
#define OFFCY_RAISE_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* Raises the exception that `error` stands for, with Cython's type and message; for a view an exception
 * note gives variable, index and shape. `sites` is the module's table, into which `error->site` points;
 * `file` as in #line. If `error` has a site, its function and line become the traceback's innermost frame.
 * `maps` (NULL, 0: none) gives the shapes for the note.
 *
 * May be called without the GIL: takes it, and releases it with the exception set in this thread's state.
 * Always -1. If `error` holds no error, SystemError. */
OFFCY_HIDDEN int offcy_raise(const offcy_error *error, const offcy_site *sites, const char *file,
                             const offcy_map *maps, int count);

/* Adds a frame to the traceback of the exception that is set: call it on the error path of each
 * function, innermost first; a negative `line` adds none. Both texts live as long as the module.
 * Never fails; keeps the exception. */
OFFCY_HIDDEN void offcy_traceback(const char *function, const char *file, int line);

#endif
