/* Joining the runtime: all of offcy's modules in a process share one present table, one pool of
 * device blocks, one trace and one memoryview type, whoever was imported first. */
#ifndef OFFCY_MODULE_H
#define OFFCY_MODULE_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* Call it once, first thing in a module's PyInit or exec function. Returns 0, or -1 with an
 * exception set (ImportError where another module brought a runtime that doesn't fit). */
OFFCY_HIDDEN int offcy_runtime_join(void);

#endif
