/* `cython.view.array`: its own memory, or memory that a pointer points to, with a shape. */
#ifndef OFFCY_ARRAY_H
#define OFFCY_ARRAY_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

typedef struct offcy_view_array {
    PyObject_HEAD
    char *data;
    Py_ssize_t len; /* bytes */
    int ndim;
    Py_ssize_t itemsize;
    Py_ssize_t shape[OFFCY_MAX_DIMENSIONS];
    Py_ssize_t strides[OFFCY_MAX_DIMENSIONS];
    PyObject *format;                     /* bytes */
    PyObject *mode;                       /* "c" or "fortran" */
    void (*callback_free_data)(void *);   /* called with the data at the end, if present */
    bool frees_data;                      /* it owns the memory */
    bool holds_objects;                   /* a reference in each element of that */
} offcy_view_array;

struct offcy_dtype;

/* One over others' memory, in the order 'C' or 'F'; NULL with an exception. */
OFFCY_HIDDEN PyObject *offcy_array_over(const void *data, const struct offcy_dtype *dtype, char order, int ndim,
                                        const Py_ssize_t *extents);

/* The module's type for them, borrowed; made at the first call. NULL with an exception. */
OFFCY_HIDDEN PyTypeObject *offcy_view_array_type(void);

#endif
