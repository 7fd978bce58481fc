/* Memoryviews between offcy's modules and those of Cython 3: a C function of one that takes or returns some has an adapter
 * that the other calls.
 *
 *     cdef double total(double[:] x)    of an offcy module, for Cython's:
 *
 *     static double total_for_cython(offcy_cython_view x)
 *     {
 *         offcy_view1 _x = {0};
 *         double _result = 0;
 *         if (offcy_view1_from_cython(&_x, &x, true) == 0)
 *             _result = total(_x);
 *         offcy_view1_clear(&_x);
 *         return _result;
 *     }
 *
 * C methods are in tables as such adapters. Needed by modules that have such functions or methods alone.
 */
#ifndef OFFCY_CYTHON_VIEW_H
#define OFFCY_CYTHON_VIEW_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* Both make one view of another, without the GIL or with it: `to` has a reference of its own afterwards. They return 0, or
 * -1 without memory: `to` is unbound then, and MemoryError is set, or printed where the caller cannot raise it. */
OFFCY_HIDDEN int offcy_cython_view_from(offcy_cython_view *to, offcy_buffer *owner, char *data, const ptrdiff_t *shape,
                                        const ptrdiff_t *strides, int ndim, const offcy_dtype *dtype, bool raises);
OFFCY_HIDDEN int offcy_cython_view_taken(const offcy_cython_view *from, int ndim, offcy_buffer **owner, char **data,
                                         ptrdiff_t *shape, ptrdiff_t *strides, bool raises);

/* The same for a result: unbound if an exception is set, otherwise perhaps None. */
OFFCY_HIDDEN int offcy_cython_result_from(offcy_cython_view *to, offcy_buffer *owner, char *data, const ptrdiff_t *shape,
                                          const ptrdiff_t *strides, int ndim, const offcy_dtype *dtype, bool raises);

/* Releases the reference. Any thread, no GIL. */
OFFCY_HIDDEN void offcy_cython_view_clear(offcy_cython_view *view);

/* Once, before any of the above. Returns 0, or -1 with an exception set. */
OFFCY_HIDDEN int offcy_cython_views_join(void);

/* For a module that may be Cython's: 0, or -1 with an ImportError if its memoryviews are those of a Cython before 3.0. */
OFFCY_HIDDEN int offcy_expect_memoryviews(const char *module);

/* A function of another module: `*function` if that is offcy's, otherwise `*of_cython`, and `*function` is the adapter. */
typedef struct offcy_view_import {
    const char *module, *name;
    const char *signature, *in_cython;
    void (**function)(void), (**of_cython)(void);
    void (*adapter)(void);
} offcy_view_import;

/* Returns 0, or -1 with an exception set: ImportError or TypeError as of `offcy_import_function`, ImportError if a module
 * was made by a Cython before 3.0, whose memoryviews are others. */
OFFCY_HIDDEN int offcy_import_functions_with_views(const offcy_view_import *rows, int count);

/* A C method with memoryviews as it is in tables, and the function that offcy's modules call instead. Types show theirs,
 * up to a row of NULLs. */
typedef struct offcy_view_method {
    offcy_method in_table, own;
} offcy_view_method;

/* Returns 0, or -1 with an exception set. */
OFFCY_HIDDEN int offcy_show_view_methods(PyTypeObject *type, const offcy_view_method *rows);

/* What a caller has found out about methods: `own` is NULL for those of Cython's modules. */
typedef struct offcy_found_method {
    offcy_method in_table, own;
    const struct offcy_found_method *next;
} offcy_found_method;

OFFCY_HIDDEN offcy_method offcy_find_own_method(const offcy_found_method **known, PyObject *self, offcy_method method);

/* The function for what the table of `self` has, or NULL. Any thread, no GIL. */
static inline offcy_method offcy_own_method(const offcy_found_method **known, PyObject *self, offcy_method method)
{
    const offcy_found_method *one = __atomic_load_n(known, __ATOMIC_ACQUIRE);
    for (; one != NULL; one = one->next)
        if (one->in_table == method)
            return one->own;
    return offcy_find_own_method(known, self, method);
}

/* `offcy_viewN_to_cython`, `offcy_viewN_from_cython` and, for results, `offcy_viewN_give_cython`. */
#define OFFCY_DEFINE_CYTHON_VIEW(N)                                                                                      \
    static inline int offcy_view##N##_to_cython(offcy_view##N view, offcy_cython_view *to, const offcy_dtype *dtype,     \
                                                bool raises)                                                             \
    {                                                                                                                    \
        return offcy_cython_view_from(to, view.owner, view.data, view.shape, view.strides, N, dtype, raises);            \
    }                                                                                                                    \
                                                                                                                         \
    static inline int offcy_view##N##_give_cython(offcy_view##N view, offcy_cython_view *to, const offcy_dtype *dtype,   \
                                                  bool raises)                                                           \
    {                                                                                                                    \
        return offcy_cython_result_from(to, view.owner, view.data, view.shape, view.strides, N, dtype, raises);          \
    }                                                                                                                    \
                                                                                                                         \
    static inline int offcy_view##N##_from_cython(offcy_view##N *view, const offcy_cython_view *from, bool raises)       \
    {                                                                                                                    \
        return offcy_cython_view_taken(from, N, &view->owner, &view->data, view->shape, view->strides, raises);          \
    }

OFFCY_DEFINE_CYTHON_VIEW(1)
OFFCY_DEFINE_CYTHON_VIEW(2)
OFFCY_DEFINE_CYTHON_VIEW(3)
OFFCY_DEFINE_CYTHON_VIEW(4)
OFFCY_DEFINE_CYTHON_VIEW(5)
OFFCY_DEFINE_CYTHON_VIEW(6)
OFFCY_DEFINE_CYTHON_VIEW(7)
OFFCY_DEFINE_CYTHON_VIEW(8)

#undef OFFCY_DEFINE_CYTHON_VIEW

#endif
