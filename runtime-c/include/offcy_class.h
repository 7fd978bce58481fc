/* Extension types: their making, the making and the end of their objects, what their slots share.
 *
 *     struct Shape { PyObject_HEAD double width; PyObject *name; };
 *     static PyTypeObject *Shape_type;
 *
 *     static PyObject *Shape_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
 *     {
 *         PyObject *self = offcy_allocate(type);
 *         ...
 *     static void Shape_dealloc(PyObject *self)
 *     {
 *         ...
 *         offcy_free(self);
 *     }
 */
#ifndef OFFCY_CLASS_H
#define OFFCY_CLASS_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* Makes the type that `spec` describes, with `base` where it is not NULL, keeps it in `*type` and adds
 * it to the module. What an earlier import of the module made is released. */
OFFCY_HIDDEN int offcy_add_class(PyObject *module, PyTypeObject **type, PyType_Spec *spec,
                                 PyTypeObject *base);

/* The same without adding it: no name of Python's leads to it. */
OFFCY_HIDDEN int offcy_make_class(PyObject *module, PyTypeObject **type, PyType_Spec *spec,
                                  PyTypeObject *base);

/* A new object: zero behind its head. */
OFFCY_HIDDEN PyObject *offcy_allocate(PyTypeObject *type);

/* Calls `__dealloc__` of an object whose last reference is gone: what it raises is printed, an
 * exception that is set stays set. False where the method has given the object to others: it lives. */
OFFCY_HIDDEN bool offcy_end_object(PyObject *self, PyObject *(*method)(PyObject *));

/* The memory of an object, and its reference to its type. */
OFFCY_HIDDEN void offcy_free(PyObject *self);

/* Whether `value` is an instance of `type`, or None where that is allowed: 0, or -1 with TypeError
 * "Cannot convert int to m.Shape", of a builtin type "Expected list, got int" (its subclasses do not do). */
OFFCY_HIDDEN int offcy_check_class(PyObject *value, PyTypeObject *type, bool allow_none);

/* `value[index]` for a sequence's slot. */
OFFCY_HIDDEN PyObject *offcy_sequence_item(PyObject *value, Py_ssize_t index);

/* `not result`, of a comparison: NULL and NotImplemented stay. Takes the reference. */
OFFCY_HIDDEN PyObject *offcy_invert(PyObject *result);

/* -1 with what Cython raises where a property or descriptor has no such method ("__set__", "__del__",
 * "__delete__"), or items cannot be changed ("deletion", "assignment"). */
OFFCY_HIDDEN int offcy_refuse_set(const char *method);
OFFCY_HIDDEN int offcy_refuse_item(PyObject *self, const char *what);

/* NULL with what Cython raises where `pow` is called with a modulus that the method does not take. */
OFFCY_HIDDEN PyObject *offcy_refuse_modulo(const char *method);

#endif
