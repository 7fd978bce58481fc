/* What an object begins with, in the structs of offcy's and of the module's types. */
#ifndef OFFCY_HEAD_H
#define OFFCY_HEAD_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

#ifdef Py_TARGET_ABI3T

/* Python's stable ABI for free-threaded builds does not show it. This is as much as it takes in Python 3.15; `offcy_runtime_join`
 * checks that it is so in the Python at hand: the structs of other modules' types begin with it, too. */
typedef struct offcy_head {
    void *words[sizeof(void *) == 8 ? 4 : 5];
} offcy_head;

/* Python leaves these out. */
#define PyObject_HEAD offcy_head ob_base;
#define PyObject_VAR_HEAD \
    offcy_head ob_base;   \
    Py_ssize_t ob_size;

#else
typedef PyObject offcy_head;
#endif

#endif
