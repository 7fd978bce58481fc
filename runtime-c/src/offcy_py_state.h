/* What the runtime's Python half shares internally. */
#ifndef OFFCY_PY_STATE_H
#define OFFCY_PY_STATE_H

#include "offcy_py.h"
#include "offcy_state.h"

/* The memory of a PEP 3118 buffer under one or more views. Modules share it, like the memoryview below. */
typedef struct offcy_acquired {
    offcy_buffer head; /* first: views know only this */
    Py_buffer buffer;
    bool is_private; /* only this buffer reaches the object: `offcy_note_new_buffer` */
    bool on_device;  /* of an array that lives on a device, `buffer.obj`: offcy_resident.h. Nothing was exported */
    bool by_hand;    /* what lies under views of memory that no object shows: Cython's code makes such views by hand */
    char *format;    /* of a copy's elements, if that is not what their type has; otherwise NULL */
    PyObject *in_cython; /* what Cython's code sees of it where a view holds no reference, or NULL: py_cython_view.c */
} offcy_acquired;

/* A memoryview as a Python object. The layout is an interface between modules: OFFCY_STATE_VERSION. */
typedef struct offcy_memoryview {
    PyObject_HEAD
    offcy_acquired *owner; /* a reference */
    const offcy_dtype *dtype;
    char *data;
    int ndim;
    Py_ssize_t shape[OFFCY_MAX_DIMENSIONS];
    Py_ssize_t strides[OFFCY_MAX_DIMENSIONS];
} offcy_memoryview;

/* What the elements of a view are called where it is exported, as Cython's are: by what exports the memory, otherwise by their type.
 * NULL: a struct of the latter kind. */
OFFCY_HIDDEN const char *offcy_exported_format(const offcy_acquired *owner, const offcy_dtype *dtype);

/* `object` as an offcy memoryview, or NULL (without an exception) if it is something else. */
OFFCY_HIDDEN offcy_memoryview *offcy_as_memoryview(PyObject *object);

/* The memoryview type of this process, borrowed; made at the first call. */
OFFCY_HIDDEN PyTypeObject *offcy_memoryview_type(void);

/* A memoryview of that type on a buffer, which it retains. */
OFFCY_HIDDEN PyObject *offcy_make_memoryview(PyTypeObject *type, offcy_acquired *owner, char *data, int ndim,
                                             const ptrdiff_t *shape, const ptrdiff_t *strides,
                                             const offcy_dtype *dtype);

/* A tuple of a shape or of strides. */
OFFCY_HIDDEN PyObject *offcy_tuple_of_sizes(const Py_ssize_t *values, int count);

/* `view[index]` and `view[index] = value`. */
OFFCY_HIDDEN PyObject *offcy_memoryview_subscript(PyObject *view, PyObject *index);
OFFCY_HIDDEN int offcy_memoryview_assign(PyObject *view, PyObject *index, PyObject *value);

/* An element's bytes as a Python object, and the other way round: -1 with an exception set. */
OFFCY_HIDDEN PyObject *offcy_load_element(const char *data, const offcy_dtype *dtype);
OFFCY_HIDDEN int offcy_store_element(char *data, const offcy_dtype *dtype, PyObject *object);

struct offcy_references {
    /* Gives each element of a view of objects a new reference to that of another, even if the two share memory; a
     * stride of 0 repeats one of `from`. -1 with MemoryError. */
    int (*assign)(int ndim, const ptrdiff_t *shape, char *to, const ptrdiff_t *to_strides, const char *from,
                  const ptrdiff_t *from_strides);
    /* A copy of a view without gaps, in its own memory that holds references; NULL with an exception. */
    PyObject *(*copy)(const offcy_memoryview *view, char order);
};

/* `offcy_references.assign`. */
OFFCY_HIDDEN int offcy_assign_objects(int ndim, const ptrdiff_t *shape, char *to, const ptrdiff_t *to_strides,
                                      const char *from, const ptrdiff_t *from_strides);

/* The number of the type that `value` chooses; OFFCY_NO_TYPE, or -1 with an exception. */
OFFCY_HIDDEN int offcy_choose(const offcy_fused_type *type, PyObject *value);

/* Acquires a buffer of `object` without checking element type or axes; released as an `offcy_buffer`. */
OFFCY_HIDDEN offcy_acquired *offcy_acquire(PyObject *object, int flags);

/* Whether a buffer's `format` (NULL: bytes) describes elements of `dtype`: 0, or -1 with ValueError. */
OFFCY_HIDDEN int offcy_check_format(const char *format, const offcy_dtype *dtype);

/* Whether elements of `from` are elements of `to`, in the same way. */
OFFCY_HIDDEN int offcy_check_elements(const offcy_dtype *from, const offcy_dtype *to);

/* The format string of a struct, to be freed by `free`; NULL with MemoryError. */
OFFCY_HIDDEN char *offcy_struct_format(const offcy_dtype *dtype);

/* Whether an array of such elements is text. */
static inline bool offcy_is_letter(const offcy_dtype *dtype)
{
    return dtype->size == 1 && (dtype->kind == OFFCY_CHARACTER || dtype->kind == OFFCY_SIGNED ||
                                dtype->kind == OFFCY_UNSIGNED);
}

/* A type's name as CPython's own messages spell it: "int", "numpy.int64". New reference. */
OFFCY_HIDDEN PyObject *offcy_type_name(PyTypeObject *type);

/* Whether the type of an object has an attribute. */
OFFCY_HIDDEN bool offcy_type_has(PyObject *object, const char *name);

/* Whether a type is part of a program and not made while it runs. */
OFFCY_HIDDEN bool offcy_is_builtin(PyTypeObject *type);

/* Whether objects of a type have a `__doc__` or `__module__` of their own beside that of the type. */
OFFCY_HIDDEN bool offcy_has_two_texts(const PyType_Spec *spec, PyTypeObject *base);
/* Lets such a type show its own and its objects theirs. The type must be mutable. */
OFFCY_HIDDEN int offcy_show_both_texts(PyTypeObject *type, const PyType_Spec *spec, PyTypeObject *base);

/* Whether all keys of a dict can be names of arguments. */
OFFCY_HIDDEN bool offcy_has_names_alone(PyObject *dict);

/* Keeps what is made at first use, for the life of the process: `*kept` becomes `made`, a reference or NULL, unless another thread was
 * faster where Python has no GIL. Returns what is kept. */
static inline PyObject *offcy_keep(PyObject **kept, PyObject *made)
{
    PyObject *before = NULL;
    if (made == NULL || __atomic_compare_exchange_n(kept, &before, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return made;
    Py_DECREF(made);
    return before;
}

static inline PyObject *offcy_kept(PyObject *const *kept)
{
    return __atomic_load_n(kept, __ATOMIC_ACQUIRE);
}

/* The same for a type. */
static inline PyTypeObject *offcy_keep_type(PyTypeObject **kept, PyType_Spec *spec)
{
    return (PyTypeObject *)offcy_keep((PyObject **)kept, PyType_FromSpec(spec));
}

/* The same for a type of sequences, which `collections.abc.Sequence` gets to know. */
OFFCY_HIDDEN PyTypeObject *offcy_keep_sequence_type(PyTypeObject **kept, PyType_Spec *spec);

static inline PyTypeObject *offcy_kept_type(PyTypeObject *const *kept)
{
    return __atomic_load_n(kept, __ATOMIC_ACQUIRE);
}

/* An item of a list that is new. */
#ifdef Py_LIMITED_API
#define OFFCY_FILL_LIST PyList_SetItem
#else
#define OFFCY_FILL_LIST PyList_SET_ITEM
#endif

/* A row of a PyType_Slot table. */
#define SLOT(NAME, FUNCTION) {NAME, (void *)(uintptr_t)FUNCTION}

/* What `METH_FASTCALL | METH_KEYWORDS` calls. */
typedef PyObject *offcy_fast_call(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *keywords);

#ifdef Py_LIMITED_API
/* Calls it with a tuple and a dict (or NULL), as `tp_call` gives them. */
OFFCY_HIDDEN PyObject *offcy_call_unpacked(offcy_fast_call *call, PyObject *self, PyObject *args, PyObject *given);
#endif

/* Sets the exception of an error record, without those that it notes as dropped. With the GIL. */
OFFCY_HIDDEN void offcy_set_recorded(const offcy_error *error, const offcy_site *sites, const char *file,
                                     const offcy_map *maps, int count);

/* Takes the exception that is set, with its traceback. New reference. */
OFFCY_HIDDEN PyObject *offcy_fetch_exception(void);

/* Sets it again, and takes the reference. */
OFFCY_HIDDEN void offcy_restore_exception(PyObject *value);

/* Whether an object is a coroutine of this copy of the runtime; and the iterator that its `__await__` gives. */
OFFCY_HIDDEN bool offcy_is_own_coroutine(PyObject *object);
OFFCY_HIDDEN PyObject *offcy_await_coroutine(PyObject *coroutine);

/* The module that carries the shared state, borrowed; NULL if somebody removed it from `sys.modules`. */
OFFCY_HIDDEN PyObject *offcy_runtime_module(void);

/* See rt_interrupt.c. 0, or -1 with an exception. */
OFFCY_HIDDEN int offcy_watch_python_interrupts(void);

/* 0, or -1 with an ImportError if another OpenMP runtime would end the process. */
OFFCY_HIDDEN int offcy_check_openmp(void);

#endif
