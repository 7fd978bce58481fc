/* Extension types: how they are made, how their objects are created and destroyed, what their slots share.
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
 *         offcy_free(self, Shape_type);
 *     }
 */
#ifndef OFFCY_CLASS_H
#define OFFCY_CLASS_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

#include <string.h>

/* Py_TPFLAGS_SEQUENCE and Py_TPFLAGS_MAPPING, which the limited interface leaves out. */
#define OFFCY_SEQUENCE (1UL << 5)
#define OFFCY_MAPPING (1UL << 6)

/* Makes the type that `spec` describes, with `base` if it is not NULL, keeps it in `*type` and adds it to the module.
 * What an earlier import of the module made is released. */
OFFCY_HIDDEN int offcy_add_class(PyObject *module, PyTypeObject **type, PyType_Spec *spec,
                                 PyTypeObject *base);

/* The same without adding it: no Python name refers to it. */
OFFCY_HIDDEN int offcy_make_class(PyObject *module, PyTypeObject **type, PyType_Spec *spec,
                                  PyTypeObject *base);

/* From now on nothing changes the attributes of a type, as far as Python's interface allows that to be said. */
OFFCY_HIDDEN void offcy_fix_class(PyTypeObject *type);

/* What statements in the body of an extension type bind: a dict of the attributes that the type has, and then the type
 * with the attributes of the dict in their place. Nobody can change the type after that. */
OFFCY_HIDDEN PyObject *offcy_class_attributes(PyObject *type);
OFFCY_HIDDEN PyObject *offcy_finish_class(PyObject *type, PyObject *namespace);

/* Lets an extension type also inherit from the classes in a tuple; `None`. */
OFFCY_HIDDEN PyObject *offcy_add_bases(PyObject *type, PyObject *classes);

/* A new object: zero after its head. */
#ifdef Py_LIMITED_API
OFFCY_HIDDEN PyObject *offcy_allocate(PyTypeObject *type);
#else
static inline PyObject *offcy_allocate(PyTypeObject *type) { return type->tp_alloc(type, 0); }
#endif

/* Memory of objects that have ended, for the next ones of the same size: of exactly one class (`@cython.freelist`), or of one
 * size. As many as `room`. Unused where threads have no GIL, and where memory is checked. */
typedef struct offcy_spares {
    size_t size; /* of an object, in bytes */
    bool is_collected;
    int room, count;
    PyObject *first; /* the others follow in the place of their types */
} offcy_spares;

/* For how many objects of a class memory is kept if nobody says it. */
#define OFFCY_ROOM(SIZE) ((SIZE) <= 256 ? 8 : 0)

#if defined(__has_feature)
#define OFFCY_HAS_FEATURE(NAME) __has_feature(NAME)
#else
#define OFFCY_HAS_FEATURE(NAME) 0
#endif
#if defined(Py_GIL_DISABLED) || defined(__SANITIZE_ADDRESS__) || OFFCY_HAS_FEATURE(address_sanitizer)
#define OFFCY_SPARES 0
#else
#define OFFCY_SPARES 1
#endif

#if OFFCY_SPARES
/* Takes memory that an earlier object has left, for an object whose head is to be set; NULL if nothing is left. */
static inline PyObject *offcy_take_spare(offcy_spares *spares)
{
    PyObject *self = spares->first;
    if (self == NULL)
        return NULL;
    spares->first = (PyObject *)Py_TYPE(self);
    spares->count--;
    return self;
}

/* Keeps the memory of an object that has ended, unless there is enough. */
static inline bool offcy_keep_spare(offcy_spares *spares, PyObject *self)
{
    if (spares->count == spares->room)
        return false;
    Py_SET_TYPE(self, (PyTypeObject *)spares->first);
    spares->first = self;
    spares->count++;
    return true;
}
#else
static inline PyObject *offcy_take_spare(offcy_spares *spares)
{
    (void)spares;
    return NULL;
}

static inline bool offcy_keep_spare(offcy_spares *spares, PyObject *self)
{
    (void)spares, (void)self;
    return false;
}
#endif

/* The memory of an object of a class that the module makes, or of a class that is derived from it, and its reference to its
 * type. */
OFFCY_HIDDEN void offcy_free_any(PyObject *self);
#ifdef Py_LIMITED_API
#define offcy_free(SELF, OWN) offcy_free_any(SELF)
#else
static inline void offcy_free(PyObject *self, PyTypeObject *own)
{
    if (OFFCY_UNLIKELY(Py_TYPE(self) != own)) {
        offcy_free_any(self);
        return;
    }
    own->tp_free(self);
    Py_DECREF((PyObject *)own);
}
#endif

/* As `offcy_allocate` and `offcy_free`, for a class `own` that keeps memory. */
static inline PyObject *offcy_allocate_spare(PyTypeObject *type, PyTypeObject *own, offcy_spares *spares)
{
    PyObject *self = type == own ? offcy_take_spare(spares) : NULL;
    if (self == NULL)
        return offcy_allocate(type);
    memset((offcy_head *)self + 1, 0, spares->size - sizeof(offcy_head));
    PyObject_Init(self, type);
    if (spares->is_collected)
        PyObject_GC_Track(self);
    return self;
}

static inline void offcy_spare(PyObject *self, PyTypeObject *own, offcy_spares *spares)
{
    if (Py_TYPE(self) == own && offcy_keep_spare(spares, self))
        Py_DECREF((PyObject *)own);
    else
        offcy_free(self, own);
}

/* `__init__` with arguments as METH_FASTCALL | METH_KEYWORDS has them, and its slot. */
typedef int offcy_init(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *keywords);
OFFCY_HIDDEN int offcy_init_by_tuple(offcy_init *init, PyObject *self, PyObject *args, PyObject *keywords);
#define OFFCY_DEFINE_INIT(SLOT, INIT)                                           \
    static int SLOT(PyObject *self, PyObject *args, PyObject *keywords)         \
    {                                                                           \
        return offcy_init_by_tuple(INIT, self, args, keywords);                 \
    }

/* A call of a class that makes no tuple, where Python's structs are known. */
#ifdef Py_LIMITED_API
#define OFFCY_DEFINE_CALL(NAME, NEW, INIT)
#define OFFCY_SET_CALL(TYPE, NAME) ((void)0)
#else
#define OFFCY_DEFINE_CALL(NAME, NEW, INIT)                                                                   \
    static PyObject *NAME(PyObject *type, PyObject *const *args, size_t nargs, PyObject *keywords)           \
    {                                                                                                        \
        if (Py_EnterRecursiveCall(" while calling a Python object"))                                         \
            return NULL;                                                                                     \
        PyObject *self = NEW((PyTypeObject *)type, NULL, NULL);                                              \
        if (self != NULL && INIT(self, args, PyVectorcall_NARGS(nargs), keywords) < 0)                       \
            Py_CLEAR(self);                                                                                  \
        Py_LeaveRecursiveCall();                                                                             \
        return self;                                                                                         \
    }
#define OFFCY_SET_CALL(TYPE, NAME) ((void)((TYPE)->tp_vectorcall = NAME))
#endif

/* Calls a method of an object that ends: what it raises is printed; an exception that was set stays set. */
OFFCY_HIDDEN void offcy_run_at_end(PyObject *self, PyObject *(*method)(PyObject *));

/* Calls `__del__` of an object whose last reference is gone, once, if `own` is what ends objects of its very type.
 * False if the method has given the object to others: it lives on. */
OFFCY_HIDDEN bool offcy_finalize(PyObject *self, destructor own);

/* Calls `__dealloc__` of an object whose last reference is gone: what it raises is printed; an exception that was set
 * stays set. False if the method has given the object to others: it lives on. */
OFFCY_HIDDEN bool offcy_end_object(PyObject *self, PyObject *(*method)(PyObject *));

/* Calls `end` of an object, or has it called when fewer objects are in the course of ending inside one another: a long chain
 * would take more stack than there is. `own` is what ends objects of its very type, and calls this. */
OFFCY_HIDDEN void offcy_end_in_turn(PyObject *self, destructor own, destructor end);

/* Visits the type of an object. */
OFFCY_HIDDEN int offcy_visit_type(PyObject *self, visitproc visit, void *arg);

/* The struct of Python's own objects, before what a type adds to it. The limited interface does not show it: then there
 * is room for any of them. */
#ifdef Py_LIMITED_API
typedef struct {
    PyObject_HEAD
    void *room[126];
} offcy_any_object;
#define OFFCY_STRUCT(NAME) offcy_any_object
#else
#define OFFCY_STRUCT(NAME) NAME
#endif

/* What happens to a class of another module that is larger than the struct declared for it. A smaller one is
 * rejected. */
typedef enum { OFFCY_SIZE_IGNORED, OFFCY_SIZE_WARNED, OFFCY_SIZE_EXACT } offcy_size_check;

/* Keeps the class `name` of a Python module in `*type`: 0, or -1 with an exception. */
OFFCY_HIDDEN int offcy_import_class(PyTypeObject **type, const char *module, const char *name, size_t size,
                                    offcy_size_check check);

/* C methods that other modules may call and override: an object points to a table of functions with several types. The
 * table is Cython's struct of function pointers, the base's first, and the type has its address. */
typedef void (*offcy_method)(void);

/* Keeps the table of another module's class in `*methods`: 0, or -1 with an ImportError. `takes_views`: the caller
 * relies on functions in it that take or return memoryviews, which Cython's modules pass differently. */
OFFCY_HIDDEN int offcy_find_methods(PyTypeObject *type, const offcy_method **methods, bool takes_views);

/* Whether such functions of a class' table are offcy's. */
OFFCY_HIDDEN bool offcy_passes_views(PyTypeObject *type);

/* What the table of a base contains, for methods that a class does not override (NULL). */
OFFCY_HIDDEN void offcy_inherit_methods(offcy_method *methods, const offcy_method *base, size_t count);

/* Lets other modules find the table of a class, whose attributes are not fixed yet: 0, or -1 with an exception. With
 * `takes_views` Cython's modules do not find it. */
OFFCY_HIDDEN int offcy_show_methods(PyTypeObject *type, const offcy_method *methods, bool takes_views);

/* A memoryview of Cython's modules, as `__Pyx_memviewslice` lies in memory: objects of classes that other modules know of
 * contain them. See offcy_cython_view.h. */
typedef struct offcy_cython_view {
    PyObject *memview; /* a counted reference; Py_None: None; NULL: unbound, after a failure */
    char *data;
    Py_ssize_t shape[OFFCY_MAX_DIMENSIONS], strides[OFFCY_MAX_DIMENSIONS], suboffsets[OFFCY_MAX_DIMENSIONS];
} offcy_cython_view;

/* The part of an object whose type has a base from another module that the base manages. A type takes part in cycle
 * collection if its base does. */
OFFCY_HIDDEN PyObject *offcy_new_object(PyTypeObject *base, PyTypeObject *type, PyObject *args,
                                        PyObject *keywords);
OFFCY_HIDDEN int offcy_visit_base(PyObject *self, PyTypeObject *base, visitproc visit, void *arg);
OFFCY_HIDDEN void offcy_clear_base(PyObject *self, PyTypeObject *base);
OFFCY_HIDDEN void offcy_untrack(PyObject *self);
OFFCY_HIDDEN void offcy_end_base(PyObject *self, PyTypeObject *base);
OFFCY_HIDDEN PyObject *offcy_compare_base(PyTypeObject *base, PyObject *self, PyObject *other, int op);
OFFCY_HIDDEN int offcy_set_item_of_base(PyTypeObject *base, PyObject *self, PyObject *key, PyObject *value,
                                        const char *what);

/* The result of an operator (Py_nb_add and the like) in the class of another module that a class inherits from. */
OFFCY_HIDDEN PyObject *offcy_operator_of_base(PyTypeObject *base, int slot, PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_power_of_base(PyTypeObject *base, PyObject *left, PyObject *right,
                                           PyObject *modulo);

/* Whether an object is an instance of a type or of one that inherits from it. */
static inline bool offcy_is_instance(PyObject *object, PyTypeObject *wanted)
{
    PyTypeObject *type = Py_TYPE(object);
    if (type == wanted)
        return true;
#if !defined(Py_LIMITED_API) && !defined(Py_GIL_DISABLED)
    PyObject *order = type->tp_mro;
    if (OFFCY_LIKELY(order != NULL)) {
        for (Py_ssize_t k = 1; k < PyTuple_GET_SIZE(order); k++)
            if (PyTuple_GET_ITEM(order, k) == (PyObject *)wanted)
                return true;
        return false;
    }
#endif
    return PyType_IsSubtype(type, wanted);
}

/* Whether `value` is an instance of `type`, or None if that is allowed: 0, or -1 with TypeError "Cannot convert int to
 * m.Shape". `offcy_check_class` rejects subclasses, and says "Expected list, got int". */
OFFCY_HIDDEN int offcy_check_any_instance(PyObject *value, PyTypeObject *type, bool allow_none);
static inline int offcy_check_instance(PyObject *value, PyTypeObject *type, bool allow_none)
{
    return OFFCY_LIKELY(Py_TYPE(value) == type) ? 0 : offcy_check_any_instance(value, type, allow_none);
}
OFFCY_HIDDEN int offcy_check_any_class(PyObject *value, PyTypeObject *type, bool allow_none);
static inline int offcy_check_class(PyObject *value, PyTypeObject *type, bool allow_none)
{
    return OFFCY_LIKELY(Py_TYPE(value) == type) ? 0 : offcy_check_any_class(value, type, allow_none);
}

/* Whether an object, of the type or of a subclass, is known to have the type's own attribute of a name. */
OFFCY_HIDDEN bool offcy_inherits(PyObject *self, PyTypeObject *type, PyObject *name);

/* Runs `__getbuffer__`, which fills the buffer, and `__releasebuffer__`, whose failure nobody sees. */
OFFCY_HIDDEN int offcy_give_buffer(int (*method)(PyObject *, Py_buffer *, int), PyObject *self,
                                   Py_buffer *buffer, int flags);
OFFCY_HIDDEN void offcy_take_buffer_back(int (*method)(PyObject *, Py_buffer *), PyObject *self,
                                         Py_buffer *buffer);

/* `value[index]` and `value[index] = item` for a sequence's slots. */
OFFCY_HIDDEN PyObject *offcy_sequence_item(PyObject *value, Py_ssize_t index);
OFFCY_HIDDEN int offcy_sequence_set_item(PyObject *value, Py_ssize_t index, PyObject *item);

/* The same through a class' own methods; `item` NULL: deletes. */
OFFCY_HIDDEN PyObject *offcy_item_at(PyObject *value, Py_ssize_t index, binaryfunc get);
OFFCY_HIDDEN int offcy_set_item_at(PyObject *value, Py_ssize_t index, PyObject *item, objobjargproc set);

/* `not result`, for a comparison: NULL and NotImplemented stay. Takes the reference. */
OFFCY_HIDDEN PyObject *offcy_invert(PyObject *result);

/* The result of an ordering, from `result`, that of another ordering (its reference is taken; NULL and NotImplemented
 * stay), and from `equal`, which is `self == other` or `self != other` (`relation`: Py_EQ, Py_NE) and only computed if
 * it matters. */
enum offcy_ordering {
    OFFCY_NOT,          /* a >= b of a < b */
    OFFCY_NEITHER,      /* a > b of a < b: not so, and not equal */
    OFFCY_OR_EQUAL,     /* a <= b of a < b */
    OFFCY_NOT_OR_EQUAL, /* a >= b of a <= b */
    OFFCY_AND_UNEQUAL   /* a < b of a <= b */
};
OFFCY_HIDDEN PyObject *offcy_order(PyObject *result, enum offcy_ordering how,
                                   PyObject *(*equal)(PyObject *, PyObject *), int relation, PyObject *self,
                                   PyObject *other);

/* -1 with what Cython raises where a property or descriptor has no such method ("__set__", "__del__",
 * "__delete__"), or items cannot be changed ("deletion", "assignment"). */
OFFCY_HIDDEN int offcy_refuse_set(const char *method);
OFFCY_HIDDEN int offcy_refuse_item(PyObject *self, const char *what);

/* NULL with what Cython raises where `pow` is called with a modulus that the method does not take. */
OFFCY_HIDDEN PyObject *offcy_refuse_modulo(const char *method);

#endif
