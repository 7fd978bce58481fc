/* Structs, unions, C tuples and C arrays from and to Python: dicts, tuples and lists, with Cython's rules and messages.
 *
 *     struct point p;
 *     if (offcy_struct_from_object(&p, p_obj, &offcy_dtype_of_point) < 0)
 *         goto failed;
 */
#ifndef OFFCY_STRUCT_H
#define OFFCY_STRUCT_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* A dict of the fields; for a union all of them too; for a C tuple a tuple. New reference, NULL with an exception
 * set. */
OFFCY_HIDDEN PyObject *offcy_object_from_struct(const void *value, const offcy_dtype *dtype);

/* From a mapping that has all fields (for a union: one of them): TypeError "Expected a mapping, got int", ValueError
 * "No value specified for struct attribute 'x'". A C tuple is made of a sequence of its size: TypeError "Expected a
 * sequence of size 2, got size 1". The value of `*value` after a failure is unspecified. */
OFFCY_HIDDEN int offcy_struct_from_object(void *value, PyObject *object, const offcy_dtype *dtype);

/* What is converted differently, so that modules that do not need it do not link it: C tuples. */
typedef struct offcy_conversion {
    PyObject *(*to_object)(const void *value, const offcy_dtype *dtype);
    int (*from_object)(void *value, PyObject *object, const offcy_dtype *dtype);
} offcy_conversion;

OFFCY_HIDDEN_DATA const offcy_conversion offcy_tuple_conversion;

/* A list of the elements, nested like the axes; for one-byte elements a `bytes` up to the first NUL. */
OFFCY_HIDDEN PyObject *offcy_object_from_array(const void *value, const offcy_dtype *dtype, int ndim,
                                               const ptrdiff_t *extents);

/* From an iterable of exactly as many items: IndexError "not enough values found during array assignment,
 * expected 3, got 2". Elements before the one that fails are set. */
OFFCY_HIDDEN int offcy_array_from_object(void *value, PyObject *object, const offcy_dtype *dtype,
                                         int ndim, const ptrdiff_t *extents);

#endif
