/* Operations on objects that CPython has no single call for, ways out of a function, the GIL. */
#ifndef OFFCY_OBJECT_H
#define OFFCY_OBJECT_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* Leaves for the function's label `failed`, noting the line of the .pyx file for the traceback. */
#define OFFCY_FAIL(LINE) \
    do {                 \
        _line = (LINE);  \
        goto failed;     \
    } while (0)

/* One step of a line of the .pyx file, which fails with NULL (OFFCY_TRY) or with a negative number
 * (OFFCY_CHECK). */
#define OFFCY_TRY(LINE, ...)                        \
    do {                                            \
        if (OFFCY_UNLIKELY((__VA_ARGS__) == NULL)) \
            OFFCY_FAIL(LINE);                       \
    } while (0)

#define OFFCY_CHECK(LINE, ...)                   \
    do {                                         \
        if (OFFCY_UNLIKELY((__VA_ARGS__) < 0)) \
            OFFCY_FAIL(LINE);                    \
    } while (0)

/* At `failed`, with the GIL: raises what the record holds, if anything, and adds this function's frame to the
 * traceback, unless the record comes from the function itself: then the frame is already there with the line of the
 * check. `line` 0: no line of its own. */
OFFCY_HIDDEN void offcy_report(const offcy_error *error, const offcy_site *sites,
                               const char *function, const char *file, int line);

/* Where a function whose code reports its accesses returns to Python, whose code does not: brings all data back to the
 * host. `status` is 0, or -1 if an exception is already set, which is kept. Returns 0, or -1 with an exception set. */
OFFCY_HIDDEN int offcy_back_to_python(const offcy_region *place, int status);

/* The same for a result that is an object, or NULL if an exception is set: it, or NULL. */
OFFCY_HIDDEN PyObject *offcy_result_to_python(const offcy_region *place, PyObject *result);

/* With the GIL, when code that runs without it took it and failed: moves the Python exception that is set, if any, into
 * the record, with this function's frame in its traceback. If the record holds an error already, the exception is
 * dropped. */
OFFCY_HIDDEN void offcy_catch(offcy_error *error, const char *function, const char *file, int line);

/* What a `noexcept` function does at `failed`, with the GIL or without: the error is printed as "Exception ignored in"
 * and dropped. `error` may be NULL. */
OFFCY_HIDDEN void offcy_drop_error(const offcy_error *error, const offcy_site *sites,
                                   const char *function, const char *file, int line);

/* The same for what `noexcept` functions have noted in `error`: they run on devices too. The note is cleared.
 * `offcy_raise` does this first. */
OFFCY_HIDDEN void offcy_drop_noted(int64_t dropped, const offcy_site *sites, const char *file);
static inline void offcy_print_dropped(offcy_error *error, const offcy_site *sites, const char *file)
{
    if (OFFCY_UNLIKELY(error->dropped != 0))
        offcy_drop_noted(__atomic_exchange_n(&error->dropped, 0, __ATOMIC_RELAXED), sites, file);
}

/* Fills a row of pointers with interned strings. */
OFFCY_HIDDEN int offcy_intern(PyObject **strings, const char *const *texts, int count);

/* Fill a row of pointers with a module's constants. */
typedef struct {
    const char *bytes; /* for a `str`: as UTF-8 */
    Py_ssize_t size;
} offcy_text;
OFFCY_HIDDEN int offcy_make_ints(PyObject **objects, const long long *values, int count);
OFFCY_HIDDEN int offcy_make_big_ints(PyObject **objects, const char *const *digits, int count);
OFFCY_HIDDEN int offcy_make_floats(PyObject **objects, const double *values, int count);
OFFCY_HIDDEN int offcy_make_imaginaries(PyObject **objects, const double *values, int count);
OFFCY_HIDDEN int offcy_make_texts(PyObject **objects, const offcy_text *texts, int count);
OFFCY_HIDDEN int offcy_make_bytes(PyObject **objects, const offcy_text *texts, int count);

/* An item of a constant tuple or set: a table and the number in it. */
enum offcy_table {
    OFFCY_NAMES,
    OFFCY_INTS,
    OFFCY_BIG_INTS,
    OFFCY_FLOATS,
    OFFCY_IMAGINARIES,
    OFFCY_TEXTS,
    OFFCY_BYTE_STRINGS,
    OFFCY_TUPLES,
    OFFCY_SETS,
};
#define OFFCY_TABLE_SHIFT 24
#define OFFCY_NAME_AT(K) (OFFCY_NAMES << OFFCY_TABLE_SHIFT | (K))
#define OFFCY_INT_AT(K) (OFFCY_INTS << OFFCY_TABLE_SHIFT | (K))
#define OFFCY_BIG_INT_AT(K) (OFFCY_BIG_INTS << OFFCY_TABLE_SHIFT | (K))
#define OFFCY_FLOAT_AT(K) (OFFCY_FLOATS << OFFCY_TABLE_SHIFT | (K))
#define OFFCY_IMAGINARY_AT(K) (OFFCY_IMAGINARIES << OFFCY_TABLE_SHIFT | (K))
#define OFFCY_TEXT_AT(K) (OFFCY_TEXTS << OFFCY_TABLE_SHIFT | (K))
#define OFFCY_BYTES_AT(K) (OFFCY_BYTE_STRINGS << OFFCY_TABLE_SHIFT | (K))
#define OFFCY_TUPLE_AT(K) (OFFCY_TUPLES << OFFCY_TABLE_SHIFT | (K))
#define OFFCY_SET_AT(K) (OFFCY_SETS << OFFCY_TABLE_SHIFT | (K))
enum {
    OFFCY_NONE = -8,
    OFFCY_TRUE,
    OFFCY_FALSE,
    OFFCY_ELLIPSIS,
    /* First in a tuple, they make it a pattern: offcy_display makes a new object of the other items. */
    OFFCY_NEW_TUPLE,
    OFFCY_NEW_LIST,
    OFFCY_NEW_SET,
    OFFCY_NEW_DICT,
};

/* Makes the tuples among `tables`. `items`: for each tuple how many items it has, and what they are. */
OFFCY_HIDDEN int offcy_make_tuples(PyObject **const *tables, const int *items, int count);
/* Frozen sets, of other constants. */
OFFCY_HIDDEN int offcy_make_sets(PyObject **const *tables, const int *items, int count);

/* What a display of constants makes, a new object each time: a list, a set, a dict (each key is followed by its value) or a tuple of
 * the items after the first one of `pattern`. Items that are patterns become such objects, too; the others are shared. */
OFFCY_HIDDEN PyObject *offcy_display(PyObject *pattern);

/* The class that `frozendict` is: Python has it from 3.15 on, before it is `dict`. */
OFFCY_HIDDEN_DATA PyTypeObject *offcy_frozendict_class;
#define offcy_frozendict (*offcy_frozendict_class)

/* A module for several versions of Python sees only when it is imported which it is; -1: an exception is set. */
OFFCY_HIDDEN int offcy_find_frozendict(void);

/* A name of the module's dict, otherwise of the builtins; NameError. */
OFFCY_HIDDEN PyObject *offcy_load_name(PyObject *globals, PyObject *name);

/* The value of a dict for a key, a new reference; NULL: there is none, or an exception is set. Where Python has no GIL, another thread may
 * remove it meanwhile. */
static inline PyObject *offcy_find(PyObject *dict, PyObject *key)
{
#if PY_VERSION_HEX >= 0x030d0000 && !defined(Py_LIMITED_API)
    PyObject *found = NULL;
    (void)PyDict_GetItemRef(dict, key, &found);
    return found;
#else
    return Py_XNewRef(PyDict_GetItemWithError(dict, key));
#endif
}

/* A name of the builtins; NameError. */
OFFCY_HIDDEN PyObject *offcy_load_builtin(PyObject *name);

/* Keeps the builtins of these names, NULL for those that are not there. */
OFFCY_HIDDEN int offcy_keep_builtins(PyObject **kept, PyObject *const *names, int count);

/* A builtin that was kept, otherwise what has its name by now. */
static inline PyObject *offcy_kept_builtin(PyObject *kept, PyObject *name)
{
    return OFFCY_LIKELY(kept != NULL) ? Py_NewRef(kept) : offcy_load_builtin(name);
}

/* `import a.b.c`: the top package, or with `leaf` the last module. */
OFFCY_HIDDEN PyObject *offcy_import(const char *module, bool leaf);

/* The same in Python 2: a module in the package of the module with these globals comes first. */
OFFCY_HIDDEN PyObject *offcy_import_beside(PyObject *globals, const char *module, bool leaf);

/* A number that came of a power: if it is complex, its real part, unless it has another one. */
OFFCY_HIDDEN PyObject *offcy_real_power(PyObject *number);

/* `object.iteritems()` where `name` is `iteritems`, or `object.items()` if it is a dict. */
OFFCY_HIDDEN PyObject *offcy_iterated_dict(PyObject *object, PyObject *name);

/* `from ..module import ...`: the module, `level` packages up from the one that `globals` names; modules of it that are
 * among the `count` names are imported, too. */
OFFCY_HIDDEN PyObject *offcy_import_from(PyObject *globals, const char *module, int level, int count, ...);

/* A name from the result of that: an attribute, or a submodule; ImportError. */
OFFCY_HIDDEN PyObject *offcy_import_name(PyObject *module, PyObject *name);

/* `from module import *`: stores the names of `__all__`, or those without `_` in front, in `globals`. After the counts come
 * `kept` names whose values are returned in a dict instead, and `refused` names with the words of the TypeError if one of
 * them is there. */
OFFCY_HIDDEN PyObject *offcy_import_all(PyObject *globals, PyObject *module, int kept, int refused, ...);

/* Whether an object of a builtin class with items is true; also without the GIL. */
static inline bool offcy_has_items(PyObject *object)
{
    return object != Py_None && PyObject_Size(object) > 0;
}

/* A list of `count` objects; a dict of `count` pairs, each key followed by its value. */
OFFCY_HIDDEN PyObject *offcy_list(int count, ...);

/* `list.extend([...])` with these items. */
OFFCY_HIDDEN int offcy_extend_list(PyObject *list, PyObject *const *items, int count);
#define OFFCY_EXTEND_LIST(LIST, ...)                           \
    offcy_extend_list(LIST, (PyObject *const[]){__VA_ARGS__}, \
                      (int)(sizeof(PyObject *[]){__VA_ARGS__} / sizeof(PyObject *)))
OFFCY_HIDDEN PyObject *offcy_dict(int count, ...);

/* A set of `count` objects, and a frozen one. */
OFFCY_HIDDEN PyObject *offcy_set(int count, ...);
OFFCY_HIDDEN PyObject *offcy_frozenset(int count, ...);

/* Extend a collection, and return it with a new reference: displays with `*` and `**`, calls and comprehensions are
 * built with these. */
OFFCY_HIDDEN PyObject *offcy_list_append(PyObject *list, PyObject *item);
OFFCY_HIDDEN PyObject *offcy_list_extend(PyObject *list, PyObject *items);
/* `item in container` for a dict or a set, or for `None` where one is declared: TypeError. */
OFFCY_HIDDEN int offcy_contains_key(PyObject *container, PyObject *item);
/* `class.__new__(class)` of an extension type. */
OFFCY_HIDDEN PyObject *offcy_new(PyObject *class);
/* Builtins: `getattr(object, name, otherwise)`, `hasattr`, `next` without a default and with one, and those of the same name. */
OFFCY_HIDDEN PyObject *offcy_get_attribute_or(PyObject *object, PyObject *name, PyObject *otherwise);
OFFCY_HIDDEN int offcy_has_attribute(PyObject *object, PyObject *name); /* -1 for what it raises other than an AttributeError */
OFFCY_HIDDEN PyObject *offcy_next_of(PyObject *iterator);
OFFCY_HIDDEN PyObject *offcy_next_or(PyObject *iterator, PyObject *otherwise);
OFFCY_HIDDEN PyObject *offcy_dict_from(PyObject *items); /* `dict` */
OFFCY_HIDDEN PyObject *offcy_sorted(PyObject *items);
OFFCY_HIDDEN PyObject *offcy_frozenset_of(PyObject *items); /* `frozenset` */
OFFCY_HIDDEN PyObject *offcy_ord(PyObject *letter);
OFFCY_HIDDEN PyObject *offcy_chr(PyObject *code);
OFFCY_HIDDEN PyObject *offcy_set_add(PyObject *set, PyObject *item);
OFFCY_HIDDEN PyObject *offcy_set_update(PyObject *set, PyObject *items);
OFFCY_HIDDEN PyObject *offcy_dict_update(PyObject *dict, PyObject *mapping);
OFFCY_HIDDEN PyObject *offcy_dict_update_named(PyObject *dict, PyObject *mapping);
/* A new dict of the named arguments that a call takes from `**mapping` alone. */
OFFCY_HIDDEN PyObject *offcy_named_arguments(PyObject *mapping);

/* `callable(*arguments, **keywords)`; `keywords` may be None. */
OFFCY_HIDDEN PyObject *offcy_call(PyObject *callable, PyObject *arguments, PyObject *keywords);

/* The texts in a list one after another. */
OFFCY_HIDDEN PyObject *offcy_joined(PyObject *list);

/* `count` texts one after another. */
OFFCY_HIDDEN PyObject *offcy_join(int count, ...);

/* Unpacks an iterable of exactly `count` items into as many `PyObject **`, new references. */
OFFCY_HIDDEN int offcy_unpack(PyObject *sequence, int count, ...);

/* The same, but the one at `rest` takes all items that the others leave, as a list. */
OFFCY_HIDDEN int offcy_unpack_rest(PyObject *sequence, int count, int rest, ...);

/* `long double`: through a double, as in Cython. */
static inline int offcy_long_double_from_object(long double *value, PyObject *object)
{
    double number;
    if (OFFCY_UNLIKELY(offcy_double_from_object(&number, object)))
        return -1;
    *value = number;
    return 0;
}

/* Complex numbers: what has `__complex__`, `__float__` or `__index__`. */
OFFCY_HIDDEN int offcy_double_complex_from_object(double _Complex *value, PyObject *object);
OFFCY_HIDDEN int offcy_float_complex_from_object(float _Complex *value, PyObject *object);
OFFCY_HIDDEN PyObject *offcy_object_from_complex(double _Complex value);

/* `long double complex`: through doubles. */
static inline int offcy_long_double_complex_from_object(long double _Complex *value, PyObject *object)
{
    double _Complex number;
    if (OFFCY_UNLIKELY(offcy_double_complex_from_object(&number, object)))
        return -1;
    *value = number;
    return 0;
}

/* The integer part of a number, in 64 bits, signed or unsigned. */
static inline long long offcy_cut_off(double number)
{
    return number < 0x1p63 ? (long long)number : (long long)(unsigned long long)number;
}

/* Complex numbers of integers: through doubles. */
#define OFFCY_DEFINE_INTEGER_COMPLEX(NAME, TYPE)                                                   \
    static inline int offcy_##NAME##_complex_from_object(TYPE _Complex *value, PyObject *object)   \
    {                                                                                              \
        double _Complex number;                                                                    \
        if (OFFCY_UNLIKELY(offcy_double_complex_from_object(&number, object)))                     \
            return -1;                                                                             \
        __real__ *value = (TYPE)offcy_cut_off(__real__ number);                                    \
        __imag__ *value = (TYPE)offcy_cut_off(__imag__ number);                                    \
        return 0;                                                                                  \
    }

OFFCY_DEFINE_INTEGER_COMPLEX(char, char)
OFFCY_DEFINE_INTEGER_COMPLEX(signed_char, signed char)
OFFCY_DEFINE_INTEGER_COMPLEX(unsigned_char, unsigned char)
OFFCY_DEFINE_INTEGER_COMPLEX(short, short)
OFFCY_DEFINE_INTEGER_COMPLEX(unsigned_short, unsigned short)
OFFCY_DEFINE_INTEGER_COMPLEX(int, int)
OFFCY_DEFINE_INTEGER_COMPLEX(unsigned_int, unsigned int)
OFFCY_DEFINE_INTEGER_COMPLEX(long, long)
OFFCY_DEFINE_INTEGER_COMPLEX(unsigned_long, unsigned long)
OFFCY_DEFINE_INTEGER_COMPLEX(long_long, long long)
OFFCY_DEFINE_INTEGER_COMPLEX(unsigned_long_long, unsigned long long)

/* Drops a result that nobody uses: 0, or -1 for NULL. */
static inline int offcy_drop(PyObject *object)
{
    if (OFFCY_UNLIKELY(object == NULL))
        return -1;
    Py_DECREF(object);
    return 0;
}

/* `*to = value`: takes a reference, then releases what was held. */
static inline void offcy_object_assign(PyObject **to, PyObject *value)
{
    PyObject *old = *to;
    *to = Py_NewRef(value);
    Py_XDECREF(old);
}

/* `*to` takes over what `*from` holds; what it held before is released. */
static inline void offcy_object_move(PyObject **to, PyObject **from)
{
    PyObject *old = *to;
    *to = *from;
    *from = NULL;
    Py_XDECREF(old);
}

/* Releases the GIL if this thread holds it, for code that does not know; `offcy_end_nogil` takes it back. */
static inline PyThreadState *offcy_release_gil(void)
{
#ifdef Py_LIMITED_API
    const PyGILState_STATE state = PyGILState_Ensure();
    const bool held = state == PyGILState_LOCKED;
    PyGILState_Release(state);
#else
    const bool held = PyGILState_GetThisThreadState() != NULL && PyGILState_Check();
#endif
    return held ? PyEval_SaveThread() : NULL;
}

/* Gives this thread, of a team and without the GIL, a Python thread state for good: what C functions raise stays in it
 * after they have released the GIL. */
OFFCY_HIDDEN void offcy_make_thread_state(void);

static inline void offcy_keep_thread(void)
{
    if (OFFCY_UNLIKELY(PyGILState_GetThisThreadState() == NULL))
        offcy_make_thread_state();
}

/* A C function has reported an exception: SystemError if it has set none. */
OFFCY_HIDDEN void offcy_require_exception(void);

/* Takes the GIL back if it is released; otherwise does nothing. */
static inline void offcy_end_nogil(PyThreadState **state)
{
    if (*state != NULL) {
        PyEval_RestoreThread(*state);
        *state = NULL;
    }
}

/* Releases what `count` variables hold; those that hold nothing are NULL. */
OFFCY_HIDDEN void offcy_release_all(PyObject **const *variables, int count);

/* The GIL, taken by code that may run without it. Starts as `{0}`. Where Python has none, a critical section takes its place:
 * one thread at a time is in such code, and leaves it for others where it waits, as it would release the GIL. */
typedef struct offcy_gil {
    PyGILState_STATE state;
    bool held;
#ifdef Py_GIL_DISABLED
    PyCriticalSection alone;
#endif
} offcy_gil;

#ifdef Py_GIL_DISABLED
/* What such a section locks: an object that all modules of the process share. */
OFFCY_HIDDEN PyObject *offcy_section_object(void);
#endif

static inline void offcy_begin_gil(offcy_gil *gil)
{
    gil->state = PyGILState_Ensure();
    gil->held = true;
#ifdef Py_GIL_DISABLED
    PyCriticalSection_Begin(&gil->alone, offcy_section_object());
#endif
}

static inline void offcy_end_gil(offcy_gil *gil)
{
    if (gil->held) {
        gil->held = false;
#ifdef Py_GIL_DISABLED
        PyCriticalSection_End(&gil->alone);
#endif
        PyGILState_Release(gil->state);
    }
}

#endif
