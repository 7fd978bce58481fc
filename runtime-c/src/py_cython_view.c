/* Memoryviews between offcy's modules and Cython's. The other side sees the struct of its own memoryview objects, whose
 * layout all of Cython 3 shares, since Cython's modules pass them to one another. */
#include "offcy_arrays.h"
#include "offcy_elements.h"
#include "offcy_py_state.h"

#include <offcy_cython_view.h>

#include <stdlib.h>
#include <string.h>

typedef offcy_cython_memoryview counted;

/* A buffer of offcy's, lent to Cython's code. The layout is an interface between modules: OFFCY_STATE_VERSION. */
typedef struct lent {
    offcy_lent_memoryview shown; /* first */
    Py_ssize_t shape[OFFCY_MAX_DIMENSIONS], strides[OFFCY_MAX_DIMENSIONS];
    char *format; /* made for it, or NULL */
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

static void end(lent *one)
{
    offcy_buffer_release(one->shown.owner);
    free(one->format);
    free(one);
}

static void dealloc(PyObject *self)
{
#ifdef Py_GIL_DISABLED
    Py_DECREF(Py_TYPE(self));
#endif
    end((lent *)self);
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
    if (__atomic_fetch_add(&one->acquisition_count, 1, __ATOMIC_RELAXED) > 0)
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
        end((lent *)one);
        return;
    }
#endif
    const PyGILState_STATE gil = PyGILState_Ensure();
    Py_DECREF((PyObject *)one);
    PyGILState_Release(gil);
}

void offcy_cython_view_clear(offcy_cython_view *view)
{
    PyObject *one = view->memoryview;
    view->memoryview = NULL;
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
    one->shown.head.acquisition_count = 1;
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

static offcy_acquired by_hand = {.head = {.references = 1, .destroy = keep}};

int offcy_cython_view_from(offcy_cython_view *to, offcy_buffer *owner, char *data, const ptrdiff_t *shape,
                           const ptrdiff_t *strides, int ndim, const offcy_dtype *dtype, bool raises)
{
    *to = (offcy_cython_view){.memoryview = Py_None};
    if (owner == NULL)
        return 0;
    to->memoryview = NULL;
    if (owner != &by_hand.head) {
        lent *one = calloc(1, sizeof *one);
        if (one != NULL)
            one->shown.owner = owner;
        if (one == NULL || !set_format(one, dtype)) {
            free(one);
            return no_memory(raises);
        }
        offcy_buffer_retain(owner);
        one->shown.head.dtype_is_object = dtype->kind == OFFCY_OBJECT;
        show(one, data, shape, strides, ndim, dtype->size);
        begin(one);
        to->memoryview = (PyObject *)one;
    }
    for (int axis = 0; axis < ndim; axis++) {
        to->shape[axis] = shape[axis];
        to->strides[axis] = strides[axis];
        to->suboffsets[axis] = -1;
    }
    to->data = data;
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
        to->memoryview = NULL;
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
    if (from->memoryview == Py_None || (from->memoryview == NULL && from->data == NULL))
        return 0;
    *owner = from->memoryview != NULL ? buffer_of((counted *)from->memoryview) : &by_hand.head;
    if (*owner == NULL)
        return no_memory(raises);
    if (from->memoryview == NULL)
        offcy_buffer_retain(*owner);
    *data = from->data;
    for (int axis = 0; axis < ndim; axis++) {
        shape[axis] = from->shape[axis];
        strides[axis] = from->strides[axis];
    }
    return 0;
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
    PyObject *before = __atomic_load_n(&field->memoryview, __ATOMIC_ACQUIRE);
    for (;;) {
        if (before == NULL || before == Py_None)
            return NULL;
        if (is_lent((counted *)before))
            return ((lent *)before)->shown.owner;
        lent *one = lent_for((counted *)before, field, ndim);
        if (one == NULL)
            return NULL;
        if (__atomic_compare_exchange_n(&field->memoryview, &before, (PyObject *)one, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE)) {
            drop((counted *)before);
            return one->shown.owner;
        }
        end(one);
    }
}

/* The field's own object shows another view from now on, if nobody else has the object and there is memory. */
static bool show_again(offcy_cython_view *field, offcy_buffer *owner, char *data, const ptrdiff_t *shape,
                       const ptrdiff_t *strides, int ndim, const offcy_dtype *dtype)
{
#ifdef Py_GIL_DISABLED
    return false; /* a count of references alone does not say it there */
#endif
    lent *one = (lent *)field->memoryview;
    if (one == NULL || !is_lent(&one->shown.head) || Py_REFCNT((PyObject *)one) != 1 ||
        __atomic_load_n(&one->shown.head.acquisition_count, __ATOMIC_ACQUIRE) != 1)
        return false;
    offcy_buffer *before = one->shown.owner;
    if (owner != before) {
        char *format = one->format, *shown_format = one->shown.head.view.format;
        one->format = NULL;
        one->shown.owner = owner;
        if (!set_format(one, dtype)) {
            one->format = format;
            one->shown.head.view.format = shown_format;
            one->shown.owner = before;
            return false;
        }
        free(format);
        offcy_buffer_retain(owner);
    }
    show(one, data, shape, strides, ndim, dtype->size);
    field->data = data;
    for (int axis = 0; axis < ndim; axis++) {
        field->shape[axis] = shape[axis];
        field->strides[axis] = strides[axis];
    }
    if (owner != before)
        offcy_buffer_release(before);
    return true;
}

int offcy_cython_put(offcy_cython_view *field, offcy_buffer *owner, char *data, const ptrdiff_t *shape,
                     const ptrdiff_t *strides, int ndim, const offcy_dtype *dtype, bool raises)
{
    if (owner != NULL && field->memoryview != Py_None && show_again(field, owner, data, shape, strides, ndim, dtype))
        return 0;
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

/* The size of `MODULE.memoryview`'s objects; 0 if there is no such type: Cython 3 may have it in a module that several
 * share. -1 with an exception. */
static Py_ssize_t size_of_memoryviews(const char *module)
{
    Py_ssize_t size = 0;
    PyObject *all = PyObject_CallMethod((PyObject *)&PyBaseObject_Type, "__subclasses__", NULL);
    for (Py_ssize_t k = 0; all != NULL && k < PyList_Size(all); k++) {
        PyObject *type = PyList_GetItem(all, k);
        PyObject *name = PyObject_GetAttrString(type, "__name__"), *home = PyObject_GetAttrString(type, "__module__");
        if (name != NULL && home != NULL && PyUnicode_Check(home) &&
            PyUnicode_CompareWithASCIIString(name, "memoryview") == 0 &&
            PyUnicode_CompareWithASCIIString(home, module) == 0) {
            PyObject *found = PyObject_GetAttrString(type, "__basicsize__");
            size = found != NULL ? PyLong_AsSsize_t(found) : -1;
            Py_XDECREF(found);
        }
        PyErr_Clear();
        Py_XDECREF(name);
        Py_XDECREF(home);
    }
    Py_XDECREF(all);
    return all != NULL ? size : -1;
}

int offcy_expect_memoryviews(const char *module)
{
    const Py_ssize_t size = size_of_memoryviews(module);
    if (size == 0 || size == (Py_ssize_t)sizeof(counted))
        return 0;
    if (size > 0)
        PyErr_Format(PyExc_ImportError,
                     "C functions of %s take memoryviews as Cython before 3.0 made them: compile it with Cython 3 or "
                     "offcy",
                     module);
    return -1;
}

static const char view_methods[] = "__offcy_methods__";
static const char view_methods_mark[] = OFFCY_VERSIONED("offcy.methods.", OFFCY_STATE_VERSION);

int offcy_show_view_methods(PyTypeObject *type, const offcy_view_method *rows)
{
    PyObject *shown = PyCapsule_New((void *)(uintptr_t)rows, view_methods_mark, NULL);
    const int status = shown != NULL ? PyObject_SetAttrString((PyObject *)type, view_methods, shown) : -1;
    Py_XDECREF(shown);
    return status;
}

/* The rows that a type itself shows, or NULL. Those of other versions of offcy have another name. */
static const offcy_view_method *rows_of(PyObject *type)
{
    PyObject *attributes = PyObject_GetAttrString(type, "__dict__");
    PyObject *shown = attributes != NULL ? PyMapping_GetItemString(attributes, view_methods) : NULL;
    const bool is_own = shown != NULL && PyCapsule_IsValid(shown, view_methods_mark);
    const offcy_view_method *rows = is_own ? PyCapsule_GetPointer(shown, view_methods_mark) : NULL;
    Py_XDECREF(shown);
    Py_XDECREF(attributes);
    PyErr_Clear();
    return rows;
}

offcy_method offcy_find_own_method(const offcy_found_method **known, PyObject *self, offcy_method method)
{
    const PyGILState_STATE gil = PyGILState_Ensure();
    offcy_method own = NULL;
    PyObject *bases = PyObject_GetAttrString((PyObject *)Py_TYPE(self), "__mro__");
    const Py_ssize_t count = bases != NULL ? PyTuple_Size(bases) : 0;
    for (Py_ssize_t k = 0; k < count && own == NULL; k++) {
        const offcy_view_method *row = rows_of(PyTuple_GetItem(bases, k));
        for (; row != NULL && row->in_table != NULL && own == NULL; row++)
            own = row->in_table == method ? row->own : NULL;
    }
    Py_XDECREF(bases);
    PyErr_Clear();
    offcy_found_method *found = malloc(sizeof *found);
    if (found != NULL) {
        *found = (offcy_found_method){method, own, __atomic_load_n(known, __ATOMIC_ACQUIRE)};
        while (!__atomic_compare_exchange_n(known, &found->next, found, false, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
            ;
    }
    PyGILState_Release(gil);
    return own;
}

/* `*checked`: the last module of Cython's whose memoryviews are known to be those of Cython 3. */
static int import_function(const offcy_view_import *row, const char **checked)
{
    PyObject *own = PyUnicode_FromFormat("%s" OFFCY_WITH_VIEWS, row->name);
    const char *name = own != NULL ? PyUnicode_AsUTF8AndSize(own, NULL) : NULL;
    const int is_own = name != NULL ? offcy_does_export(row->module, name) : -1;
    int status = is_own;
    if (is_own > 0)
        status = offcy_import_function(row->module, name, row->signature, row->function);
    Py_XDECREF(own);
    if (is_own != 0)
        return status;
    if (offcy_import_function(row->module, row->name, row->in_cython, row->of_cython) < 0)
        return -1;
    const bool is_checked = *checked != NULL && strcmp(*checked, row->module) == 0;
    if (!is_checked && offcy_expect_memoryviews(row->module) < 0)
        return -1;
    *checked = row->module;
    *row->function = row->adapter;
    return 0;
}

int offcy_import_functions_with_views(const offcy_view_import *rows, int count)
{
    const char *checked = NULL;
    for (int k = 0; k < count; k++)
        if (import_function(&rows[k], &checked) < 0)
            return -1;
    return 0;
}
