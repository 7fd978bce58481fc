/* `cpdef enum`: Python's side of a C enum. */
#ifndef OFFCY_ENUM_H
#define OFFCY_ENUM_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

typedef struct offcy_enum_member {
    const char *name;
    long long value;
} offcy_enum_member;

/* A class of these members in the module's dict: an IntEnum that takes other values too, as C does. New
 * reference. doc may be NULL. */
OFFCY_HIDDEN PyObject *offcy_make_enum(PyObject *globals, const char *name, const char *doc,
                                       const offcy_enum_member *members, int count);

/* The members of an enum without a name, as ints in the module's dict. */
OFFCY_HIDDEN int offcy_export_members(PyObject *globals, const offcy_enum_member *members, int count);

/* A C value as an object of the class. */
OFFCY_HIDDEN PyObject *offcy_object_from_enum(PyObject *enum_class, long long value);

#endif
