/* Typed memoryviews as plain C structs, one per number of dimensions.
 *
 *     double[:, ::1] X    ->    offcy_view2 X;
 *     X[i, j]             ->    *(double *)(X.data + i * X.strides[0] + j * X.strides[1])
 *
 * `{0}` is the view of None. A view *owns* a reference to its buffer if it came from `offcy_viewN_from_object`
 * (offcy_py.h) or `offcy_viewN_assign`; a slice made by hand or copied as a struct *borrows* it. Owned views are
 * released by `offcy_viewN_clear`.
 */
#ifndef OFFCY_VIEW_H
#define OFFCY_VIEW_H

#include "offcy_error.h"

/* The memory under one or more views, counted. Opaque except for its head: everything else belongs to whoever made it
 * (a PEP 3118 buffer of offcy_py.h, a block of the runtime's own). */
typedef struct offcy_buffer {
    ptrdiff_t references;                  /* atomic */
    void (*destroy)(struct offcy_buffer *); /* called at the last release; takes the GIL if needed */
} offcy_buffer;

/* Takes one more reference; NULL is allowed. Any thread, no GIL. */
static inline void offcy_buffer_retain(offcy_buffer *buffer)
{
    if (buffer != NULL)
        __atomic_fetch_add(&buffer->references, 1, __ATOMIC_RELAXED);
}

/* Releases a reference; NULL is allowed. Any thread, no GIL (the last one takes it itself). */
static inline void offcy_buffer_release(offcy_buffer *buffer)
{
    if (buffer == NULL)
        return;
    /* Nobody else can take another one, where this is the only one. */
    if (__atomic_load_n(&buffer->references, __ATOMIC_ACQUIRE) == 1 ||
        __atomic_fetch_sub(&buffer->references, 1, __ATOMIC_ACQ_REL) == 1)
        buffer->destroy(buffer);
}

/* A memoryview where a pointer leads: that of Cython's modules (offcy_class.h). */
struct offcy_cython_view;

/* Defines `offcy_viewN` and its functions:
 *
 *   offcy_viewN_clear(&view)        releases the reference; the view is None afterwards
 *   offcy_viewN_assign(&view, from) `view = from`: retains the new buffer, then releases the old
 *   offcy_viewN_move(&view, &from)  takes over what `from` owns; `from` is None afterwards
 *   offcy_viewN_size(view)          elements
 */
#define OFFCY_DEFINE_VIEW(N)                                                                      \
    typedef struct offcy_view##N {                                                                \
        offcy_buffer *owner;  /* NULL: None */                                                    \
        char *data;           /* address of element [0, ..., 0] */                                \
        ptrdiff_t shape[N];   /* elements per axis */                                             \
        ptrdiff_t strides[N]; /* bytes from one element to the next, per axis; may be negative */ \
    } offcy_view##N;                                                                              \
                                                                                                  \
    static inline void offcy_view##N##_clear(offcy_view##N *view)                                 \
    {                                                                                             \
        offcy_buffer *owner = view->owner;                                                        \
        *view = (offcy_view##N){0};                                                               \
        offcy_buffer_release(owner);                                                              \
    }                                                                                             \
                                                                                                  \
    static inline void offcy_view##N##_assign(offcy_view##N *view, offcy_view##N from)            \
    {                                                                                             \
        offcy_buffer *old = view->owner;                                                          \
        offcy_buffer_retain(from.owner);                                                          \
        *view = from;                                                                             \
        offcy_buffer_release(old);                                                                \
    }                                                                                             \
                                                                                                  \
    static inline void offcy_view##N##_move(offcy_view##N *view, offcy_view##N *from)             \
    {                                                                                             \
        offcy_buffer *old = view->owner;                                                          \
        *view = *from;                                                                            \
        *from = (offcy_view##N){0};                                                               \
        offcy_buffer_release(old);                                                                \
    }                                                                                             \
                                                                                                  \
    static inline ptrdiff_t offcy_view##N##_size(offcy_view##N view)                              \
    {                                                                                             \
        ptrdiff_t size = 1;                                                                       \
        for (int axis = 0; axis < N; axis++)                                                      \
            size *= view.shape[axis];                                                             \
        return size;                                                                              \
    }

OFFCY_DEFINE_VIEW(1)
OFFCY_DEFINE_VIEW(2)
OFFCY_DEFINE_VIEW(3)
OFFCY_DEFINE_VIEW(4)
OFFCY_DEFINE_VIEW(5)
OFFCY_DEFINE_VIEW(6)
OFFCY_DEFINE_VIEW(7)
OFFCY_DEFINE_VIEW(8)

/* `pointer` as a TYPE *, BYTES bytes further: an element of a strided view is `*offcy_at(double, X, i * X_s0 + j *
 * X_s1)`. */
#define offcy_at(TYPE, POINTER, BYTES) ((TYPE *)((char *)(POINTER) + (BYTES)))

/* An index that may count from the end (`wraparound`), and whether one is outside (`boundscheck`). */
static inline ptrdiff_t offcy_wrap(ptrdiff_t index, ptrdiff_t extent)
{
    return index < 0 ? index + extent : index;
}

static inline bool offcy_outside(ptrdiff_t index, ptrdiff_t extent)
{
    return OFFCY_UNLIKELY((size_t)index >= (size_t)extent);
}

/* Lets an index that is outside count from the end, if it is below zero; gives whether it is outside even so. Most
 * indices are inside without that: testing this first costs GPUs nothing more for them.
 *
 * What writes through a pointer to a variable of a kernel is a macro, not a function with a pointer: see OFFCY_LENT. */
#define offcy_misses(INDEX, EXTENT) (*(INDEX) = offcy_wrap(*(INDEX), EXTENT), offcy_outside(*(INDEX), EXTENT))

/* For loops that no index ends: an index that is outside becomes the last one, and the result is not zero. There is a last
 * one. `offcy_near` lets an index count from the end if it is below zero and not outside then. Without conditions: seen as
 * numbers without a sign, indices below zero are the largest. */
static inline ptrdiff_t offcy_near(ptrdiff_t index, ptrdiff_t extent)
{
    const size_t given = (size_t)index, from_end = given + (size_t)extent;
    return (ptrdiff_t)(from_end < given ? from_end : given);
}

#define offcy_hold(INDEX, EXTENT)                                                    \
    ({                                                                               \
        const size_t _given = (size_t)*(INDEX), _last = (size_t)(EXTENT) - 1;        \
        *(INDEX) = (ptrdiff_t)(_given < _last ? _given : _last);                     \
        (size_t)*(INDEX) != _given;                                                  \
    })

/* The same for extents that an int holds: GPUs compute with 32 bits at a time. */
static inline int offcy_near_int(int index, int extent)
{
    const unsigned given = (unsigned)index, from_end = given + (unsigned)extent;
    return (int)(from_end < given ? from_end : given);
}

#define offcy_hold_int(INDEX, EXTENT)                                                \
    ({                                                                               \
        const unsigned _given = (unsigned)*(INDEX), _last = (unsigned)(EXTENT) - 1;  \
        *(INDEX) = (int)(_given < _last ? _given : _last);                           \
        (int)((unsigned)*(INDEX) ^ _given);                                          \
    })

/* The iterations of `range(start, stop, step)`; `step` is not zero. */
static inline ptrdiff_t offcy_range_length(ptrdiff_t start, ptrdiff_t stop, ptrdiff_t step)
{
    if (step > 0 && start < stop)
        return (ptrdiff_t)(((size_t)stop - (size_t)start - 1) / (size_t)step + 1);
    if (step < 0 && start > stop)
        return (ptrdiff_t)(((size_t)start - (size_t)stop - 1) / (0 - (size_t)step) + 1);
    return 0;
}

/* Slicing: one call per axis, callable in kernels. `*data` walks from the source's first element to
 * the slice's. The owner is the source's, borrowed: `offcy_viewN_assign` makes it owned.
 *
 *     offcy_view1 row = {.owner = D.owner, .data = D.data};                      // D[i, :]
 *     if (offcy_slice_index(&row.data, D.shape[0], D.strides[0], i) < 0)
 *         offcy_fail_axis(&error, OFFCY_SLICE_INDEX_ERROR, SITE_7, 0, i, D.shape[0]);
 *     row.shape[0] = D.shape[1], row.strides[0] = D.strides[1];
 */

/* An index removes its axis. Counts a negative index from the end (`wraparound`) and fails with -1, `*data` unchanged,
 * if it is still outside (`boundscheck`). */
static inline int offcy_slice_index(char **data, ptrdiff_t extent, ptrdiff_t stride, ptrdiff_t index)
{
    if (index < 0)
        index += extent;
    if (OFFCY_UNLIKELY(index < 0 || index >= extent))
        return -1;
    *data += index * stride;
    return 0;
}

/* Which bounds a slice `start:stop:step` gives; the others are Python's defaults for the step. */
enum { OFFCY_START = 1, OFFCY_STOP = 2, OFFCY_STEP = 4 };

/* `start:stop:step` on an axis of `extent` elements at `stride`, with Python's rules (negative bounds count from the
 * end, all are clipped). `given` says which of the three are written; the others' values are ignored. Sets
 * `*new_extent` and `*new_stride` and moves `*data`. Fails with -1, nothing changed, if the step is zero:
 * OFFCY_SLICE_STEP_ERROR. */
static inline int offcy_slice_range(char **data, ptrdiff_t *new_extent, ptrdiff_t *new_stride,
                                    ptrdiff_t extent, ptrdiff_t stride, ptrdiff_t start,
                                    ptrdiff_t stop, ptrdiff_t step, unsigned given)
{
    if (!(given & OFFCY_STEP))
        step = 1;
    if (OFFCY_UNLIKELY(step == 0))
        return -1;
    const ptrdiff_t lowest = step < 0 ? -1 : 0, highest = step < 0 ? extent - 1 : extent;

    if (!(given & OFFCY_START))
        start = step < 0 ? highest : lowest;
    else if (start < 0)
        start = start + extent < lowest ? lowest : start + extent;
    else if (start > highest)
        start = highest;

    if (!(given & OFFCY_STOP))
        stop = step < 0 ? lowest : highest;
    else if (stop < 0)
        stop = stop + extent < lowest ? lowest : stop + extent;
    else if (stop > highest)
        stop = highest;

    /* Unsigned: -step of the smallest step and the sum below must not overflow. */
    size_t count = 0;
    if (step > 0 && start < stop)
        count = ((size_t)(stop - start) - 1) / (size_t)step + 1;
    else if (step < 0 && start > stop)
        count = ((size_t)(start - stop) - 1) / (0 - (size_t)step) + 1;

    *new_extent = (ptrdiff_t)count;
    *new_stride = (ptrdiff_t)((size_t)stride * (size_t)step);
    if (count > 0)
        *data += start * stride;
    return 0;
}

/* The bytes that a view's elements occupy: `[data + low, data + low + bytes)`, `low <= 0`. `strides == NULL`:
 * C-contiguous. Both are 0 for a view without elements. Emitted kernels use it to write the map clause of a strided
 * view. */
static inline ptrdiff_t offcy_extent_low(int ndim, const ptrdiff_t *shape, const ptrdiff_t *strides)
{
    ptrdiff_t low = 0;
    for (int axis = 0; axis < ndim; axis++) {
        if (shape[axis] <= 0)
            return 0;
        if (strides != NULL && strides[axis] < 0)
            low += (shape[axis] - 1) * strides[axis];
    }
    return low;
}

static inline ptrdiff_t offcy_extent_bytes(int ndim, const ptrdiff_t *shape,
                                           const ptrdiff_t *strides, ptrdiff_t itemsize)
{
    ptrdiff_t bytes = itemsize;
    for (int axis = 0; axis < ndim; axis++) {
        if (shape[axis] <= 0)
            return 0;
        if (strides == NULL)
            bytes *= shape[axis];
        else
            bytes += (shape[axis] - 1) * (strides[axis] < 0 ? -strides[axis] : strides[axis]);
    }
    return bytes;
}

/* Whether the elements lie without gaps in C order (last axis fastest) or Fortran order. Axes of one
 * element don't count; a view without elements is contiguous. */
static inline bool offcy_is_contiguous(int ndim, const ptrdiff_t *shape, const ptrdiff_t *strides,
                                       ptrdiff_t itemsize, char order)
{
    ptrdiff_t expected = itemsize;
    bool contiguous = true;
    for (int k = 0; k < ndim; k++) {
        const int axis = order == 'F' ? k : ndim - 1 - k;
        if (shape[axis] == 0)
            return true;
        if (shape[axis] != 1 && strides[axis] != expected)
            contiguous = false;
        expected *= shape[axis];
    }
    return contiguous;
}

#endif
