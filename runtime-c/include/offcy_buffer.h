/* Memoryviews from Python objects (PEP 3118 buffers) and back.
 *
 *     offcy_view2 X = {0};
 *     if (offcy_view2_from_object(&X, X_obj, &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
 *         goto failed;
 *     ...
 *     offcy_view2_clear(&X);
 */
#ifndef OFFCY_BUFFER_H
#define OFFCY_BUFFER_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* What kind of thing an element is, which together with its size decides what fits. */
typedef enum offcy_kind {
    OFFCY_SIGNED = 'I',
    OFFCY_UNSIGNED = 'U',
    OFFCY_CHARACTER = 'H', /* plain `char`: any one-byte integer or string fits */
    OFFCY_FLOATING = 'R',
    OFFCY_COMPLEX = 'C',
    OFFCY_OBJECT = 'O',
    OFFCY_STRUCT = 'S',
    OFFCY_TUPLE = 'L', /* a C tuple: in no buffer */
    OFFCY_UNION = 'Y', /* bytes of no type, or what one of its fields is */
    OFFCY_TEXT = 'P',  /* `char *`: `bytes` in Python, in no buffer */
    OFFCY_ANY = 'A',   /* bytes of any type: `cast=True` */
    OFFCY_TRUTH = 'T', /* `bint`, an `int` in buffers, and C's `bool`; a `bool` in Python */
} offcy_kind;

struct offcy_conversion;
struct offcy_field;

/* An element type. */
typedef struct offcy_dtype {
    const char *name;                 /* as messages spell it: "double", "const double", "int32_t" */
    offcy_kind kind;
    ptrdiff_t size;                   /* bytes */
    const char *format;               /* PEP 3118, for exporting: "d"; NULL: made of the fields */
    const struct offcy_field *fields; /* OFFCY_STRUCT, OFFCY_UNION and OFFCY_TUPLE; otherwise NULL */
    int field_count;
    const struct offcy_conversion *conversion; /* of OFFCY_TUPLE; otherwise NULL */
    const struct offcy_references *references; /* of OFFCY_OBJECT; otherwise NULL */
} offcy_dtype;

typedef struct offcy_field {
    const char *name;
    ptrdiff_t offset; /* bytes from the beginning of the struct */
    const offcy_dtype *dtype;
    int ndim;         /* of an array field; 0 otherwise */
    ptrdiff_t extents[OFFCY_MAX_DIMENSIONS];
} offcy_field;

/* A field: OFFCY_FIELD("x", struct point, x, offcy_dtype_double); for an array its axes and extents follow:
 * OFFCY_ARRAY_FIELD("turn", struct body, turn, offcy_dtype_float, 2, 3, 3). */
#define OFFCY_FIELD(NAME, TYPE, FIELD, DTYPE) {(NAME), offsetof(TYPE, FIELD), &(DTYPE), 0, {0}}
#define OFFCY_ARRAY_FIELD(NAME, TYPE, FIELD, DTYPE, NDIM, ...) \
    {(NAME), offsetof(TYPE, FIELD), &(DTYPE), (NDIM), {__VA_ARGS__}}

/* A dtype for a C type: OFFCY_DTYPE_OF("int32_t", OFFCY_SIGNED, int32_t, "i"). */
#define OFFCY_DTYPE_OF(NAME, KIND, TYPE, FORMAT) \
    {(NAME), (KIND), (ptrdiff_t)sizeof(TYPE), (FORMAT), NULL, 0, NULL, NULL}

/* The same for Python objects: OFFCY_OBJECT_DTYPE("str object"). */
#define OFFCY_OBJECT_DTYPE(NAME) \
    {(NAME), OFFCY_OBJECT, (ptrdiff_t)sizeof(PyObject *), "O", NULL, 0, NULL, &offcy_object_references}

/* The same for an enum, with the sign that the compiler gives it. */
#define OFFCY_ENUM_DTYPE(NAME, TYPE)                                                                \
    {(NAME), (TYPE)-1 < 0 ? OFFCY_SIGNED : OFFCY_UNSIGNED, (ptrdiff_t)sizeof(TYPE),               \
     (TYPE)-1 < 0 ? "i" : "I", NULL, 0, NULL, NULL}

/* How elements that are objects are copied. It is in their dtype, so that only modules that have such elements
 * contain it. */
typedef struct offcy_references offcy_references;
OFFCY_HIDDEN_DATA const offcy_references offcy_object_references;

OFFCY_HIDDEN_DATA const offcy_dtype offcy_dtype_char, offcy_dtype_signed_char,
    offcy_dtype_unsigned_char, offcy_dtype_short, offcy_dtype_unsigned_short, offcy_dtype_int,
    offcy_dtype_unsigned_int, offcy_dtype_long, offcy_dtype_unsigned_long, offcy_dtype_long_long,
    offcy_dtype_unsigned_long_long, offcy_dtype_size_t, offcy_dtype_ssize_t, offcy_dtype_bint, offcy_dtype_bool,
    offcy_dtype_float, offcy_dtype_double, offcy_dtype_long_double, offcy_dtype_float_complex,
    offcy_dtype_double_complex, offcy_dtype_long_double_complex, offcy_dtype_text,
    offcy_dtype_object;

/* A new reference to an element that is an object; NULL is `None`, as in NumPy. */
static inline PyObject *offcy_own_element(PyObject *element)
{
    return Py_NewRef(element != NULL ? element : Py_None);
}

/* `offcy_copy` for such elements, which counts references. -1 with MemoryError. */
OFFCY_HIDDEN int offcy_copy_objects(void *to, const void *from, size_t itemsize, int ndim, ...);

/* How the elements must lie. */
typedef enum offcy_layout {
    OFFCY_STRIDED,      /* T[:, :] */
    OFFCY_C_CONTIGUOUS, /* T[:, ::1] */
    OFFCY_F_CONTIGUOUS, /* T[::1, :] */
} offcy_layout;

/* Acquires a buffer of `object` and describes it in a view of `ndim` axes; the general form of
 * `offcy_viewN_from_object`. */
OFFCY_HIDDEN int offcy_view_acquire(offcy_buffer **owner, char **data, ptrdiff_t *shape,
                                    ptrdiff_t *strides, int ndim, PyObject *object,
                                    const offcy_dtype *dtype, offcy_layout layout, bool writable);

/* The same for code that reports what it does (offcy_data.h) and keeps no view: it also takes arrays that live on devices. */
OFFCY_HIDDEN int offcy_view_acquire_any(offcy_buffer **owner, char **data, ptrdiff_t *shape, ptrdiff_t *strides,
                                        int ndim, PyObject *object, const offcy_dtype *dtype,
                                        offcy_layout layout, bool writable);

/* How many elements of `size` bytes a pointer to the beginning of an array's memory points to: all that it has. OFFCY_UNKNOWN_COUNT
 * if it does not point there, OFFCY_COUNT_WITH_GAPS if the elements of the array do not lie side by side. Sets no exception. */
OFFCY_HIDDEN ptrdiff_t offcy_elements_from(PyObject *array, const void *pointer, size_t size);

/* A memoryview object on a view's memory; the general form of `offcy_viewN_to_object`. */
OFFCY_HIDDEN PyObject *offcy_view_object(offcy_buffer *owner, char *data, const ptrdiff_t *shape,
                                         const ptrdiff_t *strides, int ndim,
                                         const offcy_dtype *dtype);

/* The same for code that is known to keep nothing of it, not even the address: NumPy functions that ask for a
 * shape and a type. */
OFFCY_HIDDEN PyObject *offcy_view_lent_object(offcy_buffer *owner, char *data, const ptrdiff_t *shape,
                                              const ptrdiff_t *strides, int ndim,
                                              const offcy_dtype *dtype);

/* For N = 1 to 8:
 *
 * `offcy_viewN_from_object`: `*view` becomes an owned view of `object`'s buffer (None: the view of
 * None). The element type must fit `dtype` and the axes N and `layout`. `writable`: ask for a buffer
 * that may be written (`T[:]`); without, a read-only one does (`const T[:]`). What `*view` held before
 * is not released. `offcy_viewN_from_array` takes arrays that live on devices, too. On failure -1 with Cython's exception set: TypeError (no buffer), ValueError (element type,
 * number of axes), or what the exporter says (layout, read-only); `*view` is None.
 *
 * `offcy_viewN_to_object`: a Python object that exports the view's memory and keeps its buffer
 * alive; None for the view of None. `offcy_viewN_lend`: the same for code that keeps nothing of it. */
#define OFFCY_DEFINE_VIEW_CONVERSIONS(N)                                                           \
    static inline int offcy_view##N##_from_object(offcy_view##N *view, PyObject *object,           \
                                                  const offcy_dtype *dtype, offcy_layout layout,   \
                                                  bool writable)                                   \
    {                                                                                              \
        return offcy_view_acquire(&view->owner, &view->data, view->shape, view->strides, N,        \
                                  object, dtype, layout, writable);                                \
    }                                                                                              \
                                                                                                   \
    static inline int offcy_view##N##_from_array(offcy_view##N *view, PyObject *object,            \
                                                 const offcy_dtype *dtype, offcy_layout layout,    \
                                                 bool writable)                                    \
    {                                                                                              \
        return offcy_view_acquire_any(&view->owner, &view->data, view->shape, view->strides, N,    \
                                      object, dtype, layout, writable);                            \
    }                                                                                              \
                                                                                                   \
    static inline PyObject *offcy_view##N##_to_object(offcy_view##N view,                          \
                                                      const offcy_dtype *dtype)                    \
    {                                                                                              \
        return offcy_view_object(view.owner, view.data, view.shape, view.strides, N, dtype);       \
    }                                                                                              \
                                                                                                   \
    static inline PyObject *offcy_view##N##_lend(offcy_view##N view, const offcy_dtype *dtype)     \
    {                                                                                              \
        return offcy_view_lent_object(view.owner, view.data, view.shape, view.strides, N, dtype);  \
    }

OFFCY_DEFINE_VIEW_CONVERSIONS(1)
OFFCY_DEFINE_VIEW_CONVERSIONS(2)
OFFCY_DEFINE_VIEW_CONVERSIONS(3)
OFFCY_DEFINE_VIEW_CONVERSIONS(4)
OFFCY_DEFINE_VIEW_CONVERSIONS(5)
OFFCY_DEFINE_VIEW_CONVERSIONS(6)
OFFCY_DEFINE_VIEW_CONVERSIONS(7)
OFFCY_DEFINE_VIEW_CONVERSIONS(8)

/* Temporaries: arrays that a function makes for itself, whose contents need not come back from a device if
 * nobody else can look at them.
 *
 *     if (offcy_view1_from_object(&tmp, array, &offcy_dtype_double, OFFCY_C_CONTIGUOUS, true) < 0)
 *         goto failed;
 *     offcy_note_new_buffer(tmp.owner);
 *     Py_CLEAR(array); // the only other reference
 *     ...              // perhaps without the GIL
 *     const offcy_map maps[] = {
 *         OFFCY_MAP_VIEW("tmp", tmp, double, 1, offcy_map_temporary(OFFCY_FROM, tmp.owner, 1)),
 *     };
 *
 * Why no GIL is needed to ask: a buffer is noted only if the object that was just made holds its own memory,
 * has two references, the caller's, which it is about to give up, and the buffer's, and no weak ones. Then
 * Python code can only reach the object through a memoryview object of the buffer, and making one cancels the
 * note for good: Python code can ask it for the address (`ctypes.data`), which outlives all references. So the
 * only question is whether other views hold the buffer, and if all views that hold it belong to the caller,
 * nobody can add to them. */

/* Notes whether the buffer, just taken from an object to which the caller holds one reference, belongs only to
 * the buffer's views. Never fails. */
OFFCY_HIDDEN void offcy_note_new_buffer(offcy_buffer *owner);

/* Whether only `views` views can reach the buffer. No GIL needed. */
OFFCY_HIDDEN bool offcy_held_alone(const offcy_buffer *owner, ptrdiff_t views);

/* The map of a temporary that `views` views of the function show, and that none of them reads after the
 * region: `map`, but without copying back if nobody else can reach the memory. */
static inline unsigned offcy_map_temporary(unsigned map, const offcy_buffer *owner, ptrdiff_t views)
{
    const bool is_dead = offcy_held_alone(owner, views);
    return is_dead ? (map & ~(unsigned)OFFCY_FROM) | OFFCY_WRITTEN : map;
}

/* The map for data that a context keeps and that `views` views of the function show: `map`, and `alone` as
 * well if nobody else can reach the memory. */
static inline unsigned offcy_map_kept(unsigned map, unsigned alone, const offcy_buffer *owner,
                                      ptrdiff_t views)
{
    return offcy_held_alone(owner, views) ? map | alone : map;
}

#endif
