/* Memoryviews between offcy's modules and Cython's. The other side sees the struct of its own memoryview objects, whose
 * layout all of Cython 3 shares, since Cython's modules pass them to one another. */
#include "offcy_arrays.h"
#include "offcy_elements.h"
#include "offcy_py_state.h"

#include <offcy_cython_view.h>

#include <stdlib.h>

typedef offcy_cython_memoryview counted;

/* A buffer of offcy's, lent to Cython's code. The layout is an interface between modules: OFFCY_STATE_VERSION.
 *
 * A buffer has one such object, as long as it exists: what Cython's code copies without counting, as it does where a pointer
 * leads, is good as long as any view of the buffer, like a memoryview of Cython's own. The first acquisition is the
 * buffer's. When the last view of offcy's is gone while Cython's code still has the object, the object gets the buffer's
 * last reference in its place. */
typedef struct lent {
    offcy_lent_memoryview shown; /* first */
    Py_ssize_t shape[OFFCY_MAX_DIMENSIONS], strides[OFFCY_MAX_DIMENSIONS]; /* of the first view; each view has its own */
    char *format;                                                          /* made for it, or NULL */
    void (*destroy)(offcy_buffer *); /* of the buffer: `end_with` has taken its place */
} lent;

/* A memoryview of Cython's as what lies under views of offcy. */
typedef struct borrowed {
    offcy_acquired acquired; /* first; exports nothing itself */
    counted *from;           /* a counted reference */
} borrowed;

PyTypeObject *offcy_lent_type;

static bool is_lent(const counted *one)
{
    return Py_TYPE((PyObject *)(uintptr_t)one) == offcy_lent_type;
}

static offcy_acquired *acquired_of(const lent *one)
{
    return (offcy_acquired *)one->shown.owner;
}

static void begin(lent *one)
{
#ifdef Py_GIL_DISABLED
    const PyGILState_STATE gil = PyGILState_Ensure();
    PyObject_Init((PyObject *)one, offcy_lent_type);
    PyGILState_Release(gil);
#else
    Py_SET_REFCNT((PyObject *)one, 1);
    Py_SET_TYPE((PyObject *)one, offcy_lent_type);
#endif
    __atomic_fetch_add(&one->shown.head.acquisition_count, 1, __ATOMIC_ACQ_REL);
}

/* Nobody of Cython's has the object any more; it has a reference to its buffer, whose own object it may be. */
static void finish(lent *one)
{
    offcy_buffer *owner = one->shown.owner;
    offcy_acquired *acquired = acquired_of(one);
    const bool is_own = acquired->in_cython == (PyObject *)one;
    if (is_own && __atomic_load_n(&owner->references, __ATOMIC_ACQUIRE) != 1) {
        begin(one); /* views of offcy's are left: the buffer keeps it for them */
    } else {
        if (is_own) {
            acquired->in_cython = NULL;
            owner->destroy = one->destroy;
        }
        free(one->format);
        free(one);
    }
    offcy_buffer_release(owner);
}

static void dealloc(PyObject *self)
{
#ifdef Py_GIL_DISABLED
    Py_DECREF(Py_TYPE(self));
#endif
    finish((lent *)self);
}

/* The only method that Cython's code calls of another module's memoryview: what the object is made on. */
static PyObject *get_base(lent *one)
{
    acquired_of(one)->is_private = false;
    return Py_NewRef(one->shown.head.object);
}

/* At its places in the table in 3.0 to 3.2, and since. */
static void *methods[9];

static void retain(counted *one)
{
    /* One of offcy's that has none gets one at this moment: see `finish`. */
    if (__atomic_fetch_add(&one->acquisition_count, 1, __ATOMIC_RELAXED) > 0 || is_lent(one))
        return;
    const PyGILState_STATE gil = PyGILState_Ensure();
    Py_INCREF((PyObject *)one);
    PyGILState_Release(gil);
}

static void drop(counted *one)
{
    if (__atomic_sub_fetch(&one->acquisition_count, 1, __ATOMIC_ACQ_REL) > 0)
        return;
#ifndef Py_GIL_DISABLED
    if (is_lent(one) && Py_REFCNT((PyObject *)one) == 1) {
        finish((lent *)one);
        return;
    }
#endif
    const PyGILState_STATE gil = PyGILState_Ensure();
    Py_DECREF((PyObject *)one);
    PyGILState_Release(gil);
}

void offcy_cython_view_clear(offcy_cython_view *view)
{
    PyObject *one = view->memview;
    view->memview = NULL;
    if (one != NULL && one != Py_None)
        drop((counted *)one);
}

static int no_memory(bool raises)
{
    const PyGILState_STATE gil = PyGILState_Ensure();
    PyErr_NoMemory();
    if (!raises)
        PyErr_WriteUnraisable(NULL);
    PyGILState_Release(gil);
    return -1;
}

/* A struct's format is made for each; Cython's code keeps the string no longer than the object. */
static bool set_format(lent *one, const offcy_dtype *dtype)
{
    Py_buffer *view = &one->shown.head.view;
    view->format = (char *)(uintptr_t)offcy_exported_format(acquired_of(one), dtype);
    if (view->format != NULL)
        return true;
    const PyGILState_STATE gil = PyGILState_Ensure();
    view->format = one->format = offcy_struct_format(dtype);
    PyErr_Clear();
    PyGILState_Release(gil);
    return one->format != NULL;
}

/* What has its owner and its format shows elements of that size from now on. */
static void show(lent *one, char *data, const ptrdiff_t *shape, const ptrdiff_t *strides, int ndim, ptrdiff_t itemsize)
{
    const Py_buffer *buffer = &acquired_of(one)->buffer;
    counted *head = &one->shown.head;
    head->methods = methods;
    head->object = buffer->obj != NULL ? buffer->obj : Py_None;
    head->flags = buffer->readonly ? PyBUF_RECORDS_RO : PyBUF_RECORDS;
    head->view = (Py_buffer){
        .buf = data,
        .obj = head->object,
        .len = offcy_element_count(ndim, shape) * itemsize,
        .itemsize = itemsize,
        .readonly = buffer->readonly,
        .ndim = ndim,
        .format = head->view.format,
        .shape = one->shape,
        .strides = one->strides,
    };
    for (int axis = 0; axis < ndim; axis++) {
        one->shape[axis] = shape[axis];
        one->strides[axis] = strides[axis];
    }
}

/* What lies under views of memory that no memoryview object shows: Cython's code makes such structs by hand, and keeps the
 * memory. */
static void keep(offcy_buffer *head)
{
    (void)head;
}

static offcy_acquired by_hand = {.head = {.references = 1, .destroy = keep}, .by_hand = true};

offcy_buffer *const offcy_kept_by_hand = &by_hand.head;

static bool is_by_hand(const offcy_buffer *owner)
{
    return ((const offcy_acquired *)owner)->by_hand;
}

/* The last view of offcy's is gone. */
static void end_with(offcy_buffer *head)
{
    counted *one = (counted *)((offcy_acquired *)head)->in_cython;
    __atomic_store_n(&head->references, 1, __ATOMIC_RELEASE);
    drop(one);
}

/* The memoryview object that Cython's code finds in views of a buffer, borrowed: another of Cython's, or one that is made
 * now; NULL without memory. Whether anybody has one is not known from now on. */
static PyObject *in_cython(offcy_buffer *owner, char *data, const ptrdiff_t *shape, const ptrdiff_t *strides, int ndim,
                           const offcy_dtype *dtype)
{
    offcy_acquired *acquired = (offcy_acquired *)owner;
    acquired->is_private = false;
    PyObject *known = __atomic_load_n(&acquired->in_cython, __ATOMIC_ACQUIRE);
    if (known != NULL)
        return known;
    lent *one = calloc(1, sizeof *one);
    if (one != NULL)
        one->shown.owner = owner;
    if (one == NULL || !set_format(one, dtype)) {
        free(one);
        return NULL;
    }
    one->shown.head.dtype_is_object = dtype->kind == OFFCY_OBJECT;
    show(one, data, shape, strides, ndim, dtype->size);
    begin(one);
    one->destroy = owner->destroy;
    if (!__atomic_compare_exchange_n(&acquired->in_cython, &known, (PyObject *)one, false, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE)) {
        offcy_buffer_retain(owner);
        drop(&one->shown.head);
        return known;
    }
    owner->destroy = end_with;
    return (PyObject *)one;
}

static void fill(offcy_cython_view *to, char *data, const ptrdiff_t *shape, const ptrdiff_t *strides, int ndim)
{
    for (int axis = 0; axis < ndim; axis++) {
        to->shape[axis] = shape[axis];
        to->strides[axis] = strides[axis];
        to->suboffsets[axis] = -1;
    }
    to->data = data;
}

int offcy_cython_view_from(offcy_cython_view *to, offcy_buffer *owner, char *data, const ptrdiff_t *shape,
                           const ptrdiff_t *strides, int ndim, const offcy_dtype *dtype, bool raises)
{
    *to = (offcy_cython_view){.memview = Py_None};
    if (owner == NULL)
        return 0;
    to->memview = NULL;
    if (!is_by_hand(owner)) {
        PyObject *one = in_cython(owner, data, shape, strides, ndim, dtype);
        if (one == NULL)
            return no_memory(raises);
        retain((counted *)one);
        to->memview = one;
    }
    fill(to, data, shape, strides, ndim);
    return 0;
}

int offcy_cython_result_from(offcy_cython_view *to, offcy_buffer *owner, char *data, const ptrdiff_t *shape,
                             const ptrdiff_t *strides, int ndim, const offcy_dtype *dtype, bool raises)
{
    if (offcy_cython_view_from(to, owner, data, shape, strides, ndim, dtype, raises) < 0)
        return -1;
    if (owner != NULL)
        return 0;
    const PyGILState_STATE gil = PyGILState_Ensure();
    if (PyErr_Occurred() != NULL)
        to->memview = NULL;
    PyGILState_Release(gil);
    return 0;
}

static void release_borrowed(offcy_buffer *head)
{
    borrowed *one = (borrowed *)head;
    drop(one->from);
    free(one);
}

/* The buffer under a memoryview of Cython's: a new reference, or NULL without memory. */
static offcy_buffer *buffer_of(counted *from)
{
    if (is_lent(from)) {
        offcy_buffer *owner = ((lent *)from)->shown.owner;
        offcy_buffer_retain(owner);
        return owner;
    }
    borrowed *one = calloc(1, sizeof *one);
    if (one == NULL)
        return NULL;
    retain(from);
    one->from = from;
    one->acquired.in_cython = (PyObject *)from;
    one->acquired.head.references = 1;
    one->acquired.head.destroy = release_borrowed;
    const bool is_slice = from->object == NULL || from->object == Py_None;
    one->acquired.buffer = (Py_buffer){
        .buf = from->view.buf,
        .obj = is_slice ? (PyObject *)from : from->object,
        .len = from->view.len,
        .itemsize = from->view.itemsize,
        .readonly = from->view.readonly,
        .format = from->view.format,
    };
    return &one->acquired.head;
}

int offcy_cython_view_taken(const offcy_cython_view *from, int ndim, offcy_buffer **owner, char **data,
                            ptrdiff_t *shape, ptrdiff_t *strides, bool raises)
{
    *owner = NULL;
    if (from->memview == Py_None || (from->memview == NULL && from->data == NULL))
        return 0;
    *owner = from->memview != NULL ? buffer_of((counted *)from->memview) : &by_hand.head;
    if (*owner == NULL)
        return no_memory(raises);
    if (from->memview == NULL)
        offcy_buffer_retain(*owner);
    *data = from->data;
    for (int axis = 0; axis < ndim; axis++) {
        shape[axis] = from->shape[axis];
        strides[axis] = from->strides[axis];
    }
    return 0;
}

/* Whether nobody has a buffer, or what Cython's code sees of it, but for one view. */
static bool is_only_there(const offcy_buffer *owner)
{
    const counted *one = (const counted *)((const offcy_acquired *)owner)->in_cython;
    if (__atomic_load_n(&owner->references, __ATOMIC_ACQUIRE) != 1)
        return false;
    return one == NULL || (__atomic_load_n(&one->acquisition_count, __ATOMIC_ACQUIRE) == 1 &&
                           Py_REFCNT((PyObject *)(uintptr_t)one) == 1);
}

void offcy_cython_point(offcy_cython_view *to, offcy_buffer *owner, char *data, const ptrdiff_t *shape,
                        const ptrdiff_t *strides, int ndim, const offcy_dtype *dtype, bool ends)
{
    offcy_cython_view made = {.memview = owner == NULL ? Py_None : NULL};
    bool shows = owner != NULL;
    if (owner != NULL)
        ((offcy_acquired *)owner)->is_private = false;
    if (owner != NULL && !is_by_hand(owner) && !(ends && is_only_there(owner))) {
        made.memview = in_cython(owner, data, shape, strides, ndim, dtype);
        shows = made.memview != NULL;
        if (!shows)
            no_memory(false);
    }
    if (shows)
        fill(&made, data, shape, strides, ndim);
    *to = made;
}

void offcy_cython_load(const offcy_cython_view *from, int ndim, offcy_buffer **owner, char **data, ptrdiff_t *shape,
                       ptrdiff_t *strides)
{
    if (from->memview == Py_None)
        return;
    offcy_buffer *kept = offcy_kept_by_hand;
    if (from->memview != NULL)
        kept = buffer_of((counted *)from->memview);
    else
        offcy_buffer_retain(kept);
    if (kept == NULL) {
        no_memory(false);
        return;
    }
    *owner = kept;
    *data = from->data;
    for (int axis = 0; axis < ndim; axis++) {
        shape[axis] = from->shape[axis];
        strides[axis] = from->strides[axis];
    }
}

/* What lends the buffer under a memoryview of Cython's, for a field that shows it: NULL without memory. */
static lent *lent_for(counted *from, const offcy_cython_view *field, int ndim)
{
    lent *one = calloc(1, sizeof *one);
    if (one == NULL)
        return NULL;
    one->shown.owner = buffer_of(from);
    if (one->shown.owner == NULL) {
        free(one);
        return NULL;
    }
    one->shown.head.view.format = from->view.format;
    one->shown.head.dtype_is_object = from->dtype_is_object;
    one->shown.head.typeinfo = from->typeinfo;
    show(one, field->data, field->shape, field->strides, ndim, from->view.itemsize);
    begin(one);
    return one;
}

offcy_buffer *offcy_cython_adopt(offcy_cython_view *field, int ndim)
{
    PyObject *before = __atomic_load_n(&field->memview, __ATOMIC_ACQUIRE);
    for (;;) {
        if (before == NULL || before == Py_None)
            return NULL;
        if (is_lent((counted *)before))
            return ((lent *)before)->shown.owner;
        lent *one = lent_for((counted *)before, field, ndim);
        if (one == NULL)
            return NULL;
        if (__atomic_compare_exchange_n(&field->memview, &before, (PyObject *)one, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE)) {
            drop((counted *)before);
            return one->shown.owner;
        }
        drop(&one->shown.head);
    }
}

int offcy_cython_put(offcy_cython_view *field, offcy_buffer *owner, char *data, const ptrdiff_t *shape,
                     const ptrdiff_t *strides, int ndim, const offcy_dtype *dtype, bool raises)
{
    offcy_cython_view before = *field;
    const int status = offcy_cython_view_from(field, owner, data, shape, strides, ndim, dtype, raises);
    offcy_cython_view_clear(&before);
    return status;
}

/* One type in the process: what a module of offcy lends is known to all of them. */
static PyTypeObject *shared_lent_type(void)
{
    PyTypeObject **kept = (PyTypeObject **)&offcy_shared()->lent_type;
    if (offcy_kept_type(kept) != NULL)
        return *kept;
    PyType_Slot slots[] = {
        SLOT(Py_tp_dealloc, dealloc),
        {0, NULL},
    };
    PyType_Spec spec = {
        .name = "offcy.lent_memoryview",
        .basicsize = sizeof(lent),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
        .slots = slots,
    };
    return offcy_keep_type(kept, &spec);
}

int offcy_cython_views_join(void)
{
    methods[7] = methods[8] = (void *)(uintptr_t)get_base;
    offcy_lent_type = shared_lent_type();
    return offcy_lent_type != NULL ? 0 : -1;
}
