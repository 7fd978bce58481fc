/* Operations on objects, with short ways for the classes that they usually have: small integers, floating-point numbers,
 * lists, tuples and dicts, no subclasses. For all others, and where Python's structs are not to be known, they are
 * Python's own calls; the results are the same. Those on numbers are in offcy_quick_numbers.h.
 *
 *   offcy_extend_text(&t, x)   `t += x` of a variable that holds a text and is assigned next
 *   offcy_get_attribute(o, n)  `o.n`, with the name as an object; also offcy_set_attribute
 *   offcy_format(o)            `f"{o}"`; offcy_str: `str(o)`
 *   offcy_compare(a, b, op)    a comparison as an object; offcy_holds: whether it is true, or -1
 *   offcy_larger(a, b)         `max(a, b)`; also offcy_smaller
 *   offcy_get_item(o, key)     `o[key]`; offcy_get_nth: with a C number
 *   offcy_set_item(o, key, v)  `o[key] = v`; also offcy_set_nth
 *   offcy_give_item(o, key, &v)  the same with an intermediate result, which is empty where a list took it; also offcy_give_nth
 *   offcy_length(o)            `len(o)`; offcy_length_of_list and so on: of what is most likely one
 *   offcy_call_one(f, x)       `f(x)`; offcy_call_none(f): `f()`; OFFCY_CALL(f, x, y): two arguments or more
 *   OFFCY_CALL_METHOD(name, o, ...)  `o.name(...)`, with the name as an object
 *   offcy_append(o, name, x)   `o.append(x)`, the same
 *   offcy_get_or(o, name, key, d)  `o.get(key, d)`, the same
 *   offcy_unpack_pair(o, a, b) `a, b = o`
 *   offcy_begin_items(o)       what offcy_next takes: an iterator, or the object itself
 *   offcy_next(i, &at)         the next item; NULL at the end, or where offcy_iterator_failed(i) is true. `at` begins with 0
 *   offcy_begin_range(f, a, b, &at)  what offcy_next_number takes for `f(a, b)` (NULL: without `a`), where `f` was `range`
 *   OFFCY_LOAD_NAME(g, name)   a name of the module, otherwise of the builtins
 */
#ifndef OFFCY_QUICK_H
#define OFFCY_QUICK_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* Whether the result of a comparison is true; takes its reference. */
static inline int offcy_truth_of(PyObject *result)
{
    if (OFFCY_UNLIKELY(result == NULL))
        return -1;
    const int truth = result == Py_True ? 1 : result == Py_False ? 0 : PyObject_IsTrue(result);
    Py_DECREF(result);
    return truth;
}

#define offcy_matrix_multiply PyNumber_MatrixMultiply
#define offcy_in_place_matrix_multiply PyNumber_InPlaceMatrixMultiply

/* `container[start:stop]`, and its assignment; the bounds are objects. */
OFFCY_HIDDEN PyObject *offcy_get_slice(PyObject *object, PyObject *start, PyObject *stop);
OFFCY_HIDDEN int offcy_set_slice(PyObject *object, PyObject *start, PyObject *stop, PyObject *value);

/* Methods of texts with one argument. */
OFFCY_HIDDEN PyObject *offcy_starts_with(PyObject *object, PyObject *name, PyObject *part);
OFFCY_HIDDEN PyObject *offcy_ends_with(PyObject *object, PyObject *name, PyObject *part);
OFFCY_HIDDEN PyObject *offcy_find_part(PyObject *object, PyObject *name, PyObject *part);
OFFCY_HIDDEN PyObject *offcy_count_part(PyObject *object, PyObject *name, PyObject *part);

/* `bytes.decode(encoding)` and `text.encode(encoding)`; `encoding` may be NULL (UTF-8). */
OFFCY_HIDDEN PyObject *offcy_decode_bytes(PyObject *bytes, PyObject *name, PyObject *encoding);
OFFCY_HIDDEN PyObject *offcy_encode_text(PyObject *text, PyObject *name, PyObject *encoding);

/* `del container[key]` */
OFFCY_HIDDEN int offcy_delete_item(PyObject *container, PyObject *key);


OFFCY_HIDDEN PyObject *offcy_begin_range(PyObject *range, PyObject *start, PyObject *stop, Py_ssize_t *at);

#ifdef Py_LIMITED_API
#include "offcy_quick_limited.h"
#else

#include "offcy_quick_numbers.h"

/* Nobody else sees the text meanwhile, if nobody else has it. */
OFFCY_HIDDEN PyObject *offcy_extend_text(PyObject **text, PyObject *more);

/* A number as a text. */
OFFCY_HIDDEN PyObject *offcy_digits(long long value);
OFFCY_HIDDEN PyObject *offcy_format(PyObject *value);
OFFCY_HIDDEN PyObject *offcy_str(PyObject *value);

/* Adds to an AttributeError what is not there. Always NULL. */
OFFCY_HIDDEN PyObject *offcy_no_attribute(PyObject *object, PyObject *name);

static inline PyObject *offcy_get_attribute(PyObject *object, PyObject *name)
{
    const getattrofunc get = Py_TYPE(object)->tp_getattro;
    if (OFFCY_UNLIKELY(get == NULL))
        return PyObject_GetAttr(object, name);
    PyObject *found = get(object, name);
    return OFFCY_LIKELY(found != NULL) ? found : offcy_no_attribute(object, name);
}

static inline int offcy_set_attribute(PyObject *object, PyObject *name, PyObject *value)
{
    const setattrofunc set = Py_TYPE(object)->tp_setattro;
    return OFFCY_LIKELY(set != NULL) ? set(object, name, value) : PyObject_SetAttr(object, name, value);
}

/* `list.extend(items)`, with the name as an object. */
OFFCY_HIDDEN PyObject *offcy_extend(PyObject *object, PyObject *name, PyObject *items);

/* What numbers of C say; `op` is a constant. */
#define OFFCY_ORDERED(A, B, OP)                                                                             \
    ((OP) == Py_LT   ? (A) < (B)                                                                            \
     : (OP) == Py_LE ? (A) <= (B)                                                                           \
     : (OP) == Py_EQ ? (A) == (B)                                                                           \
     : (OP) == Py_NE ? (A) != (B)                                                                           \
     : (OP) == Py_GT ? (A) > (B)                                                                            \
                     : (A) >= (B))

/* Objects that are not both small integers. */
OFFCY_HIDDEN int offcy_any_holds(PyObject *left, PyObject *right, int op);

static inline int offcy_holds(PyObject *left, PyObject *right, int op)
{
    Py_ssize_t a, b;
    if (OFFCY_LIKELY(offcy_is_small(left, &a) && offcy_is_small(right, &b)))
        return OFFCY_ORDERED(a, b, op);
    return offcy_any_holds(left, right, op);
}

/* The same where an operand is most likely a text, or neither a number nor a text. */
OFFCY_HIDDEN int offcy_any_texts_hold(PyObject *left, PyObject *right, int op);
static inline int offcy_holds_of_texts(PyObject *left, PyObject *right, int op)
{
    if ((op == Py_EQ || op == Py_NE) && PyUnicode_CheckExact(left) && PyUnicode_CheckExact(right) &&
        PyUnicode_IS_COMPACT_ASCII(left) && PyUnicode_IS_COMPACT_ASCII(right)) {
        if (left == right)
            return op == Py_EQ;
        /* Most that differ begin with other letters; an empty text ends with a zero as well. */
        if (PyUnicode_GET_LENGTH(left) != PyUnicode_GET_LENGTH(right) ||
            *(const char *)((PyASCIIObject *)left + 1) != *(const char *)((PyASCIIObject *)right + 1))
            return op == Py_NE;
    }
    return offcy_any_texts_hold(left, right, op);
}
static inline int offcy_holds_of_others(PyObject *left, PyObject *right, int op)
{
    return offcy_truth_of(PyObject_RichCompare(left, right, op));
}

static inline PyObject *offcy_compare(PyObject *left, PyObject *right, int op)
{
    double a, b;
    if (!offcy_is_number(left, &a) || !offcy_is_number(right, &b))
        return PyObject_RichCompare(left, right, op);
    return Py_NewRef(OFFCY_ORDERED(a, b, op) ? Py_True : Py_False);
}

/* Raises a KeyError, unless an exception is set. Always NULL. */
OFFCY_HIDDEN PyObject *offcy_no_key(PyObject *key);

static inline PyObject *offcy_get_item(PyObject *object, PyObject *key)
{
#ifndef Py_GIL_DISABLED
    Py_ssize_t at;
    if (PyList_CheckExact(object) && offcy_is_small(key, &at)) {
        at += at < 0 ? PyList_GET_SIZE(object) : 0;
        if (OFFCY_LIKELY(0 <= at && at < PyList_GET_SIZE(object)))
            return Py_NewRef(PyList_GET_ITEM(object, at));
    } else if (PyTuple_CheckExact(object) && offcy_is_small(key, &at)) {
        at += at < 0 ? PyTuple_GET_SIZE(object) : 0;
        if (OFFCY_LIKELY(0 <= at && at < PyTuple_GET_SIZE(object)))
            return Py_NewRef(PyTuple_GET_ITEM(object, at));
    } else if (PyDict_CheckExact(object)) {
        PyObject *found = PyDict_GetItemWithError(object, key);
        return OFFCY_LIKELY(found != NULL) ? Py_NewRef(found) : offcy_no_key(key);
    }
#endif
    return PyObject_GetItem(object, key);
}

/* The same with a C number, for all others than lists and tuples that have such an item. */
OFFCY_HIDDEN PyObject *offcy_get_any_nth(PyObject *object, Py_ssize_t at);
OFFCY_HIDDEN int offcy_set_any_nth(PyObject *object, Py_ssize_t at, PyObject *value);

static inline PyObject *offcy_get_nth(PyObject *object, Py_ssize_t at)
{
#ifndef Py_GIL_DISABLED
    if (PyList_CheckExact(object)) {
        const Py_ssize_t place = at < 0 ? at + PyList_GET_SIZE(object) : at;
        if (OFFCY_LIKELY((size_t)place < (size_t)PyList_GET_SIZE(object)))
            return Py_NewRef(PyList_GET_ITEM(object, place));
    } else if (PyTuple_CheckExact(object)) {
        const Py_ssize_t place = at < 0 ? at + PyTuple_GET_SIZE(object) : at;
        if (OFFCY_LIKELY((size_t)place < (size_t)PyTuple_GET_SIZE(object)))
            return Py_NewRef(PyTuple_GET_ITEM(object, place));
    }
#endif
    return offcy_get_any_nth(object, at);
}

static inline int offcy_give_nth(PyObject *object, Py_ssize_t at, PyObject **variable)
{
#ifndef Py_GIL_DISABLED
    if (PyList_CheckExact(object)) {
        const Py_ssize_t place = at < 0 ? at + PyList_GET_SIZE(object) : at;
        if (OFFCY_LIKELY((size_t)place < (size_t)PyList_GET_SIZE(object))) {
            PyObject *before = PyList_GET_ITEM(object, place);
            PyList_SET_ITEM(object, place, *variable);
            *variable = NULL;
            Py_DECREF(before);
            return 0;
        }
    }
#endif
    return offcy_set_any_nth(object, at, *variable);
}

static inline int offcy_give_item(PyObject *object, PyObject *key, PyObject **variable)
{
    Py_ssize_t at;
    if (PyDict_CheckExact(object))
        return PyDict_SetItem(object, key, *variable);
    if (PyList_CheckExact(object) && offcy_is_small(key, &at))
        return offcy_give_nth(object, at, variable);
    return PyObject_SetItem(object, key, *variable);
}

static inline int offcy_set_nth(PyObject *object, Py_ssize_t at, PyObject *value)
{
    PyObject *own = Py_NewRef(value);
    const int status = offcy_give_nth(object, at, &own);
    Py_XDECREF(own);
    return status;
}

static inline int offcy_set_item(PyObject *object, PyObject *key, PyObject *value)
{
    if (PyDict_CheckExact(object))
        return PyDict_SetItem(object, key, value);
    PyObject *own = Py_NewRef(value);
    const int status = offcy_give_item(object, key, &own);
    Py_XDECREF(own);
    return status;
}

/* A call with arguments alone, before which there is room for one more. */
static inline PyObject *offcy_call_row(PyObject *callable, PyObject *const *args, size_t count)
{
    PyTypeObject *type = Py_TYPE(callable);
    vectorcallfunc function = NULL;
    if (PyType_HasFeature(type, Py_TPFLAGS_HAVE_VECTORCALL))
        memcpy(&function, (char *)callable + type->tp_vectorcall_offset, sizeof function);
    if (OFFCY_LIKELY(function != NULL))
        return function(callable, args, count | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
    return PyObject_Vectorcall(callable, args, count | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
}

static inline PyObject *offcy_call_none(PyObject *callable)
{
    PyObject *args[1] = {NULL};
    return offcy_call_row(callable, args + 1, 0);
}

static inline PyObject *offcy_call_one(PyObject *callable, PyObject *argument)
{
    if (callable == (PyObject *)&PyUnicode_Type)
        return offcy_str(argument);
    PyObject *args[2] = {NULL, argument};
    return offcy_call_row(callable, args + 1, 1);
}

#define OFFCY_CALL(CALLABLE, ...)                                                                \
    ({                                                                                           \
        PyObject *offcy_args[] = {NULL, __VA_ARGS__};                                            \
        offcy_call_row(CALLABLE, offcy_args + 1, sizeof offcy_args / sizeof *offcy_args - 1);    \
    })

static inline int offcy_list_add(PyObject *list, PyObject *item)
{
#ifndef Py_GIL_DISABLED
    /* A list that is being sorted has no room. */
    const Py_ssize_t length = PyList_GET_SIZE(list);
    if (OFFCY_LIKELY(length < ((PyListObject *)list)->allocated)) {
        PyList_SET_ITEM(list, length, Py_NewRef(item));
        Py_SET_SIZE(list, length + 1);
        return 0;
    }
#endif
    return PyList_Append(list, item);
}

OFFCY_HIDDEN int offcy_contains(PyObject *container, PyObject *item);

/* The same for a tuple or frozen set of integers, which are also given as C knows them. */
static inline int offcy_contains_number(PyObject *container, PyObject *item, int count, const int *numbers)
{
    Py_ssize_t number;
    if (OFFCY_UNLIKELY(!offcy_is_small(item, &number)))
        return offcy_contains(container, item);
    for (int k = 0; k < count; k++)
        if (number == numbers[k])
            return 1;
    return 0;
}

#define OFFCY_DEFINE_LENGTH(NAME, CHECK, LENGTH)                                                     \
    static inline Py_ssize_t NAME(PyObject *object)                                                  \
    {                                                                                                \
        return OFFCY_LIKELY(CHECK(object)) ? LENGTH(object) : PyObject_Size(object);                \
    }

OFFCY_DEFINE_LENGTH(offcy_length_of_text, PyUnicode_CheckExact, PyUnicode_GET_LENGTH)
OFFCY_DEFINE_LENGTH(offcy_length_of_bytes, PyBytes_CheckExact, PyBytes_GET_SIZE)
OFFCY_DEFINE_LENGTH(offcy_length_of_list, PyList_CheckExact, PyList_GET_SIZE)
OFFCY_DEFINE_LENGTH(offcy_length_of_tuple, PyTuple_CheckExact, PyTuple_GET_SIZE)
OFFCY_DEFINE_LENGTH(offcy_length_of_dict, PyDict_CheckExact, PyDict_Size)
OFFCY_DEFINE_LENGTH(offcy_length_of_set, PyAnySet_CheckExact, PySet_GET_SIZE)

static inline Py_ssize_t offcy_length(PyObject *object)
{
    return PyUnicode_CheckExact(object) ? PyUnicode_GET_LENGTH(object) : offcy_length_of_list(object);
}

/* A method of a type that nobody can change. */
typedef struct offcy_known_method {
    PyTypeObject *type; /* NULL: none is known */
    PyCFunction function;
    int flags;
} offcy_known_method;

/* Calls a method, and keeps it if it is one of those. */
OFFCY_HIDDEN PyObject *offcy_find_method(offcy_known_method *known, PyObject *name, PyObject *const *args, size_t count);

/* Calls a method that takes a tuple. */
OFFCY_HIDDEN PyObject *offcy_call_with_tuple(const offcy_known_method *known, PyObject *const *args, size_t count);

static inline PyObject *offcy_call_known(const offcy_known_method *known, PyObject *const *args, size_t count)
{
    const Py_ssize_t given = (Py_ssize_t)count - 1;
    switch (known->flags) {
    case METH_NOARGS:
        return known->function(args[0], NULL);
    case METH_O:
        return known->function(args[0], args[given]);
    case METH_FASTCALL:
        return ((PyObject * (*)(PyObject *, PyObject *const *, Py_ssize_t))(void (*)(void))known->function)(
            args[0], args + 1, given);
    case METH_VARARGS:
    case METH_VARARGS | METH_KEYWORDS:
        return offcy_call_with_tuple(known, args, count);
    default:
        return ((PyObject * (*)(PyObject *, PyObject *const *, Py_ssize_t, PyObject *))(void (*)(void))known->function)(
            args[0], args + 1, given, NULL);
    }
}

static inline PyObject *offcy_call_method(offcy_known_method *known, PyObject *name, PyObject *const *args, size_t count)
{
    const PyTypeObject *type = Py_TYPE(args[0]);
    if (type == known->type)
        return offcy_call_known(known, args, count);
    /* A class of Python's. */
    if ((type->tp_flags & (Py_TPFLAGS_HEAPTYPE | Py_TPFLAGS_IMMUTABLETYPE)) == Py_TPFLAGS_HEAPTYPE)
        return PyObject_VectorcallMethod(name, args, count, NULL);
    return offcy_find_method(known, name, args, count);
}

#ifndef Py_GIL_DISABLED
#define OFFCY_CALL_METHOD(NAME, ...)                                                     \
    ({                                                                                   \
        static offcy_known_method offcy_known;                                           \
        PyObject *const offcy_args[] = {__VA_ARGS__};                                    \
        offcy_call_method(&offcy_known, NAME, offcy_args, sizeof offcy_args / sizeof *offcy_args); \
    })
#else
#define OFFCY_CALL_METHOD(NAME, ...)                                                             \
    PyObject_VectorcallMethod(NAME, (PyObject *[]){__VA_ARGS__},                                 \
                              sizeof(PyObject *[]){__VA_ARGS__} / sizeof(PyObject *), NULL)
#endif

static inline PyObject *offcy_append(PyObject *object, PyObject *name, PyObject *item)
{
    if (!PyList_CheckExact(object))
        return PyObject_CallMethodOneArg(object, name, item);
    return offcy_list_add(object, item) < 0 ? NULL : Py_NewRef(Py_None);
}

static inline PyObject *offcy_get_or(PyObject *object, PyObject *name, PyObject *key, PyObject *otherwise)
{
    if (!PyDict_CheckExact(object))
        return PyObject_VectorcallMethod(name, (PyObject *[]){object, key, otherwise}, 3, NULL);
    PyObject *found = offcy_find(object, key);
    if (found != NULL)
        return found;
    return PyErr_Occurred() ? NULL : Py_NewRef(otherwise);
}

/* The items of a tuple or list that has so many; NULL for all others. */
static inline PyObject **offcy_items_of(PyObject *sequence, Py_ssize_t count)
{
    if (PyTuple_CheckExact(sequence) && PyTuple_GET_SIZE(sequence) == count)
        return ((PyTupleObject *)sequence)->ob_item;
#ifndef Py_GIL_DISABLED
    if (PyList_CheckExact(sequence) && PyList_GET_SIZE(sequence) == count)
        return ((PyListObject *)sequence)->ob_item;
#endif
    return NULL;
}

static inline int offcy_unpack_pair(PyObject *sequence, PyObject **first, PyObject **second)
{
    PyObject **items = offcy_items_of(sequence, 2);
    if (OFFCY_LIKELY(items != NULL)) {
        *first = Py_NewRef(items[0]);
        *second = Py_NewRef(items[1]);
        return 0;
    }
    return offcy_unpack(sequence, 2, first, second);
}

static inline int offcy_unpack_three(PyObject *sequence, PyObject **first, PyObject **second, PyObject **third)
{
    PyObject **items = offcy_items_of(sequence, 3);
    if (OFFCY_LIKELY(items != NULL)) {
        *first = Py_NewRef(items[0]);
        *second = Py_NewRef(items[1]);
        *third = Py_NewRef(items[2]);
        return 0;
    }
    return offcy_unpack(sequence, 3, first, second, third);
}

static inline PyObject *offcy_begin_items(PyObject *object)
{
#ifndef Py_GIL_DISABLED
    if (PyList_CheckExact(object) || PyTuple_CheckExact(object))
        return Py_NewRef(object);
#endif
    return PyObject_GetIter(object);
}

static inline PyObject *offcy_next(PyObject *iterator, Py_ssize_t *at)
{
#ifndef Py_GIL_DISABLED
    if (PyList_CheckExact(iterator))
        return *at < PyList_GET_SIZE(iterator) ? Py_NewRef(PyList_GET_ITEM(iterator, (*at)++)) : NULL;
    if (PyTuple_CheckExact(iterator))
        return *at < PyTuple_GET_SIZE(iterator) ? Py_NewRef(PyTuple_GET_ITEM(iterator, (*at)++)) : NULL;
#else
    (void)at;
#endif
    return Py_TYPE(iterator)->tp_iternext(iterator);
}

static inline PyObject *offcy_next_number(PyObject *iterator, Py_ssize_t *at)
{
    Py_ssize_t stop;
    if (OFFCY_LIKELY(offcy_is_small(iterator, &stop)))
        return *at < stop ? offcy_int((*at)++) : NULL;
    return Py_TYPE(iterator)->tp_iternext(iterator);
}

/* After offcy_next has given NULL. */
static inline bool offcy_iterator_failed(PyObject *iterator)
{
    if (PyList_CheckExact(iterator) || PyTuple_CheckExact(iterator))
        return false;
    if (OFFCY_LIKELY(PyErr_Occurred() == NULL))
        return false;
    if (!PyErr_ExceptionMatches(PyExc_StopIteration))
        return true;
    PyErr_Clear();
    return false;
}

/* A dict's version is another one after each change, until Python 3.11. */
#if PY_VERSION_HEX < 0x030c0000
#define OFFCY_LOAD_NAME(GLOBALS, NAME)                                                                   \
    ({                                                                                             \
        static uint64_t offcy_version;                                                             \
        static PyObject *offcy_found;                                                              \
        offcy_load_again(GLOBALS, NAME, &offcy_version, &offcy_found);                       \
    })

static inline PyObject *offcy_load_again(PyObject *globals, PyObject *name, uint64_t *version, PyObject **found)
{
    if (OFFCY_LIKELY(*version == ((PyDictObject *)globals)->ma_version_tag))
        return Py_NewRef(*found);
    PyObject *object = PyDict_GetItemWithError(globals, name);
    if (object == NULL)
        return PyErr_Occurred() ? NULL : offcy_load_builtin(name);
    /* Comparing keys may have changed the dict, but none of these is compared by code of its own. */
    *version = ((PyDictObject *)globals)->ma_version_tag;
    *found = object;
    return Py_NewRef(object);
}
#else
#define OFFCY_LOAD_NAME(GLOBALS, NAME) offcy_load_name(GLOBALS, NAME)
#endif

#endif

/* As Python's functions do, the first one is kept where they are equal. */
static inline PyObject *offcy_chosen(PyObject *first, PyObject *second, int op)
{
    const int holds = offcy_holds(second, first, op);
    return OFFCY_UNLIKELY(holds < 0) ? NULL : Py_NewRef(holds ? second : first);
}

static inline PyObject *offcy_larger(PyObject *first, PyObject *second) { return offcy_chosen(first, second, Py_GT); }
static inline PyObject *offcy_smaller(PyObject *first, PyObject *second) { return offcy_chosen(first, second, Py_LT); }

#endif
