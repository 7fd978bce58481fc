/* The runtime of offcy's modules, the part that speaks with Python. The glue (`m.c`) includes it.
 *
 *   offcy_head.h     what objects begin with
 *   offcy_module.h   joining the process-wide runtime when a module is imported
 *   offcy_args.h     the arguments of `def` functions
 *   offcy_class.h    extension types
 *   offcy_convert.h  Python objects from and to C numbers and strings
 *   offcy_array.h    `cython.view.array`
 *   offcy_buffer.h   memoryviews from and to Python objects
 *   offcy_struct.h   structs, unions and C arrays from and to Python
 *   offcy_enum.h     enums that Python has too
 *   offcy_events.h   what profilers and what traces lines see
 *   offcy_function.h functions and classes that are made where they are defined
 *   offcy_generator.h generators
 *   offcy_fused.h    functions with specialisations, chosen by the arguments
 *   offcy_match.h    patterns of `match`
 *   offcy_pickle.h   pickling of objects of extension types
 *   offcy_raise.h    exceptions and tracebacks
 *   offcy_exception.h  `try`, `with`, `raise`
 *   offcy_limited.h  what Python's limited interface leaves out
 *   offcy_quick.h    operations on objects, with short ways for the usual classes
 *   offcy_object.h   operations on objects that CPython has no single call for, and the GIL
 *
 * All of it needs the GIL, unless its comment says so. Functions return 0 for success and -1 with a
 * Python exception set, or an object and NULL with one set. `PyObject *` parameters are borrowed,
 * results are new references, unless said otherwise. Compiles with and without Py_LIMITED_API
 * (3.11 or newer).
 */
#ifndef OFFCY_PY_H
#define OFFCY_PY_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "offcy_rt.h"

#include "offcy_head.h"

#include "offcy_args.h"
#include "offcy_array.h"
#include "offcy_buffer.h"
#include "offcy_class.h"
#include "offcy_convert.h"
#include "offcy_dataclass.h"
#include "offcy_enum.h"
#include "offcy_events.h"
#include "offcy_exception.h"
#include "offcy_function.h"
#include "offcy_generator.h"
#include "offcy_global.h"
#include "offcy_fused.h"
#include "offcy_limited.h"
#include "offcy_match.h"
#include "offcy_module.h"
#include "offcy_pickle.h"
#include "offcy_raise.h"
#include "offcy_struct.h"
#include "offcy_text.h"

#include "offcy_object.h"
#include "offcy_quick.h"
#include "offcy_entries.h"

#endif
