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
 * C methods are in tables as such adapters. Objects of classes that other modules know of (in a `.pxd`) hold memoryviews
 * as Cython's do:
 *
 *     cdef class Grid:
 *         cdef double[:] x
 *
 *     offcy_view1 _x = offcy_view1_shown(&self->x);
 *     offcy_view1_put(&self->x, _x, &offcy_dtype_double, false);
 *
 * Needed by modules that have such functions, methods or classes alone.
 */
#ifndef OFFCY_CYTHON_VIEW_H
#define OFFCY_CYTHON_VIEW_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* A memoryview object of Cython's (`__pyx_memoryview_obj`), as far as all of Cython 3 agree. */
typedef struct offcy_cython_memoryview {
    PyObject_HEAD
    void *const *methods;
    PyObject *object; /* what exports the memory */
    PyObject *size;
    void *unused, *lock;
    int acquisition_count; /* atomic; while it is not 0, they hold one of the object's references */
    Py_buffer view;
    int flags;
    int dtype_is_object;
    const void *typeinfo; /* NULL: Cython compares formats */
} offcy_cython_memoryview;

/* One that shows a buffer of offcy's. */
typedef struct offcy_lent_memoryview {
    offcy_cython_memoryview head; /* first: Cython's code knows only this */
    offcy_buffer *owner;          /* a reference */
} offcy_lent_memoryview;

/* The type of these, set by `offcy_cython_views_join`. */
OFFCY_HIDDEN_DATA PyTypeObject *offcy_lent_type;

/* Both make one view of another, without the GIL or with it: `to` has a reference of its own afterwards. They return 0, or
 * -1 without memory: `to` is unbound then, and MemoryError is set, or printed where the caller cannot raise it. */
OFFCY_HIDDEN int offcy_cython_view_from(offcy_cython_view *to, offcy_buffer *owner, char *data, const ptrdiff_t *shape,
                                        const ptrdiff_t *strides, int ndim, const offcy_dtype *dtype, bool raises);
OFFCY_HIDDEN int offcy_cython_view_taken(const offcy_cython_view *from, int ndim, offcy_buffer **owner, char **data,
                                         ptrdiff_t *shape, ptrdiff_t *strides, bool raises);

/* The same for a result: unbound if an exception is set, otherwise perhaps None. */
OFFCY_HIDDEN int offcy_cython_result_from(offcy_cython_view *to, offcy_buffer *owner, char *data, const ptrdiff_t *shape,
                                          const ptrdiff_t *strides, int ndim, const offcy_dtype *dtype, bool raises);

/* A field's view becomes another one; the field releases what it had. Without memory it shows nothing afterwards: -1, and
 * MemoryError is set or printed. Any thread, no GIL, as all that follows; two threads must not do it at once. */
OFFCY_HIDDEN int offcy_cython_put(offcy_cython_view *field, offcy_buffer *owner, char *data, const ptrdiff_t *shape,
                                  const ptrdiff_t *strides, int ndim, const offcy_dtype *dtype, bool raises);

/* The buffer under a field's view, borrowed; NULL: None, or never set (or no memory). What Cython's code has stored becomes
 * a memoryview of offcy's with the same memory: any number of threads may read at once. */
OFFCY_HIDDEN offcy_buffer *offcy_cython_adopt(offcy_cython_view *field, int ndim);
static inline offcy_buffer *offcy_cython_owner(offcy_cython_view *field, int ndim)
{
    PyObject *one = __atomic_load_n(&field->memview, __ATOMIC_ACQUIRE);
    if (OFFCY_LIKELY(one != NULL && Py_TYPE(one) == offcy_lent_type))
        return ((const offcy_lent_memoryview *)one)->owner;
    return offcy_cython_adopt(field, ndim);
}

/* Releases the reference. Any thread, no GIL. */
OFFCY_HIDDEN void offcy_cython_view_clear(offcy_cython_view *view);

/* Memoryviews that a pointer leads to hold no reference, in Cython's code as here: storing one retains nothing and releases
 * nothing, and what is stored is good as long as another view of the same buffer. Cython's code, or the module's own, may
 * also have filled the struct by hand: without an object (NULL) it shows memory that somebody keeps. Any thread, no GIL;
 * without memory MemoryError is printed, and the view shows nothing. `ends`: the view that is stored ends at once; if nobody
 * else has its buffer, what is stored is like one that was made by hand, of memory that others may keep. */
OFFCY_HIDDEN void offcy_cython_point(offcy_cython_view *to, offcy_buffer *owner, char *data, const ptrdiff_t *shape,
                                     const ptrdiff_t *strides, int ndim, const offcy_dtype *dtype, bool ends);

/* The view becomes a value, with a reference, in what is None until then. */
OFFCY_HIDDEN void offcy_cython_load(const offcy_cython_view *from, int ndim, offcy_buffer **owner, char **data,
                                    ptrdiff_t *shape, ptrdiff_t *strides);

/* What lies under views of memory that no object shows; never released. */
OFFCY_HIDDEN_DATA offcy_buffer *const offcy_kept_by_hand;

/* The buffer under such a view, borrowed, for who asks where its data are: that of Cython's memoryviews stands for any. */
static inline offcy_buffer *offcy_cython_pointed_owner(const offcy_cython_view *view)
{
    PyObject *one = view->memview;
    if (one == Py_None)
        return NULL;
    const bool is_own = one != NULL && Py_TYPE(one) == offcy_lent_type;
    return is_own ? ((const offcy_lent_memoryview *)one)->owner : offcy_kept_by_hand;
}

/* The name that sources give the struct in `cdef extern from *`. */
typedef offcy_cython_view __Pyx_memviewslice;

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

/* `offcy_viewN_to_cython`, `offcy_viewN_from_cython` and, for results, `offcy_viewN_give_cython`; for fields
 * `offcy_viewN_put` and `offcy_viewN_shown`, whose result is borrowed; that of `offcy_viewN_peeked` is for elements and
 * extents alone: its `owner` is NULL if there is none, and otherwise something else. Where a pointer leads,
 * `offcy_viewN_point` stores, `offcy_viewN_load` takes a reference, `offcy_viewN_pointed` borrows, and `offcy_viewN_glanced`
 * is for elements and extents alone: it does not look at the object, which may be gone. */
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
    }                                                                                                                    \
                                                                                                                         \
    static inline int offcy_view##N##_put(offcy_cython_view *field, offcy_view##N view, const offcy_dtype *dtype,        \
                                          bool raises)                                                                   \
    {                                                                                                                    \
        return offcy_cython_put(field, view.owner, view.data, view.shape, view.strides, N, dtype, raises);               \
    }                                                                                                                    \
                                                                                                                         \
    static inline offcy_view##N offcy_view##N##_with(const offcy_cython_view *field, offcy_buffer *owner)                \
    {                                                                                                                    \
        offcy_view##N view = {.owner = owner, .data = field->data};                                                      \
        for (int axis = 0; axis < N; axis++) {                                                                           \
            view.shape[axis] = field->shape[axis];                                                                       \
            view.strides[axis] = field->strides[axis];                                                                   \
        }                                                                                                                \
        return view;                                                                                                     \
    }                                                                                                                    \
                                                                                                                         \
    static inline offcy_view##N offcy_view##N##_shown(offcy_cython_view *field)                                          \
    {                                                                                                                    \
        return offcy_view##N##_with(field, offcy_cython_owner(field, N));                                                \
    }                                                                                                                    \
                                                                                                                         \
    static inline offcy_view##N offcy_view##N##_peeked(offcy_cython_view *field)                                         \
    {                                                                                                                    \
        PyObject *one = field->memview;                                                                               \
        return offcy_view##N##_with(field, (offcy_buffer *)(one != Py_None ? one : NULL));                               \
    }                                                                                                                    \
                                                                                                                         \
    static inline offcy_view##N offcy_view##N##_glanced(const offcy_cython_view *view)                                   \
    {                                                                                                                    \
        const bool is_none = view->memview == Py_None;                                                                   \
        return offcy_view##N##_with(view, is_none ? NULL : offcy_kept_by_hand);                                          \
    }                                                                                                                    \
                                                                                                                         \
    static inline offcy_view##N offcy_view##N##_pointed(const offcy_cython_view *view)                                   \
    {                                                                                                                    \
        return offcy_view##N##_with(view, offcy_cython_pointed_owner(view));                                             \
    }                                                                                                                    \
                                                                                                                         \
    static inline void offcy_view##N##_load(offcy_view##N *view, const offcy_cython_view *from)                          \
    {                                                                                                                    \
        *view = (offcy_view##N){0};                                                                                      \
        offcy_cython_load(from, N, &view->owner, &view->data, view->shape, view->strides);                               \
    }                                                                                                                    \
                                                                                                                         \
    static inline void offcy_view##N##_point(offcy_cython_view *to, offcy_view##N view, const offcy_dtype *dtype,        \
                                             bool ends)                                                                  \
    {                                                                                                                    \
        offcy_cython_point(to, view.owner, view.data, view.shape, view.strides, N, dtype, ends);                         \
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
