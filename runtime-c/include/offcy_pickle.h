/* Pickling of objects of extension types, as Cython does it: by the values of their fields.
 *
 *     static const offcy_pickled Shape_pickled[] = {{"width", Shape_width_get, Shape_width_set, false}};
 *     static offcy_pickling Shape_pickling = {.type = &Shape_type, .fields = Shape_pickled, .count = 1};
 */
#ifndef OFFCY_PICKLE_H
#define OFFCY_PICKLE_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* A field: its name, and how it is read and written. */
typedef struct {
    const char *name;
    getter get;
    setter set;
    bool is_object;
} offcy_pickled;

typedef struct offcy_pickling {
    /* Why objects of the type cannot be pickled; all else is zero then. */
    const char *refused;
    PyTypeObject **type;
    /* Ordered by their names: those that `base` has not, until `offcy_add_pickling` adds its. */
    const offcy_pickled *fields;
    struct offcy_pickling *base;
    Py_ssize_t count;
    /* Kept by the runtime: the module's function that makes objects again, and the numbers by which it recognises the fields. */
    PyObject *unpickler;
    long checksums[3];
} offcy_pickling;

/* Names the last two rows of a table of methods, before the type with them is made: `__reduce__` and `__setstate__`, if
 * neither the type nor its base has its own rules, otherwise as they are called in Cython. */
OFFCY_HIDDEN int offcy_prepare_pickling(PyMethodDef *methods, PyTypeObject *base, bool has_getstate,
                                        bool has_setstate);

/* After the type has been made: the module gets the function that `unpickler` describes (NULL if there is none). */
OFFCY_HIDDEN int offcy_add_pickling(PyObject *module, PyTypeObject *type, offcy_pickling *pickling,
                                    PyMethodDef *unpickler);

/* `__reduce_cython__`, `__setstate_cython__` and `__pyx_unpickle_Shape`. */
OFFCY_HIDDEN PyObject *offcy_reduce(offcy_pickling *pickling, PyObject *self);
OFFCY_HIDDEN PyObject *offcy_set_state(offcy_pickling *pickling, PyObject *self, PyObject *state);
OFFCY_HIDDEN PyObject *offcy_unpickle(offcy_pickling *pickling, PyObject *const *args, Py_ssize_t count);

#endif
