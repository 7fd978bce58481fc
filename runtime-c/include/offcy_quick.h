/* Operations on objects, with short ways for the classes that they usually have: small integers, floating-point numbers,
 * lists, tuples and dicts, no subclasses. For all others, and where Python's structs are not to be known, they are
 * Python's own calls; the results are the same.
 *
 *   offcy_add(a, b)            `a + b`; also subtract and multiply, and offcy_in_place_add and so on
 *   offcy_compare(a, b, op)    a comparison as an object
 *   offcy_get_item(o, key)     `o[key]`
 *   offcy_set_item(o, key, v)  `o[key] = v`
 *   offcy_call_one(f, x)       `f(x)`
 *   offcy_append(o, name, x)   `o.append(x)`, with the name as an object
 *   offcy_get_or(o, name, key, d)  `o.get(key, d)`, the same
 *   offcy_unpack_pair(o, a, b) `a, b = o`
 *   offcy_next(i)              the next item; NULL at the end, or where offcy_iterator_failed() is true
 *   OFFCY_LOAD_NAME(g, name)   a name of the module, otherwise of the builtins
 */
#ifndef OFFCY_QUICK_H
#define OFFCY_QUICK_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

#ifdef Py_LIMITED_API

#define offcy_add PyNumber_Add
#define offcy_subtract PyNumber_Subtract
#define offcy_multiply PyNumber_Multiply
#define offcy_in_place_add PyNumber_InPlaceAdd
#define offcy_in_place_subtract PyNumber_InPlaceSubtract
#define offcy_in_place_multiply PyNumber_InPlaceMultiply
#define offcy_compare PyObject_RichCompare
#define offcy_get_item PyObject_GetItem
#define offcy_set_item PyObject_SetItem
#define offcy_call_one PyObject_CallOneArg
#define offcy_append PyObject_CallMethodOneArg
#define offcy_unpack_pair(SEQUENCE, FIRST, SECOND) offcy_unpack(SEQUENCE, 2, FIRST, SECOND)
#define offcy_next PyIter_Next
#define offcy_iterator_failed() (PyErr_Occurred() != NULL)
#define OFFCY_LOAD_NAME(GLOBALS, NAME) offcy_load_name(GLOBALS, NAME)

static inline PyObject *offcy_get_or(PyObject *object, PyObject *name, PyObject *key, PyObject *otherwise)
{
    return PyObject_VectorcallMethod(name, (PyObject *[]){object, key, otherwise}, 3, NULL);
}

#else

/* Whether an object is an `int`, no subclass, of one digit: its magnitude is below 2^30. */
static inline bool offcy_is_small(PyObject *object, Py_ssize_t *value)
{
    if (!PyLong_CheckExact(object))
        return false;
#if PY_VERSION_HEX >= 0x030c0000
    if (!PyUnstable_Long_IsCompact((PyLongObject *)object))
        return false;
    *value = PyUnstable_Long_CompactValue((PyLongObject *)object);
#else
    const Py_ssize_t size = Py_SIZE(object);
    if (size < -1 || size > 1)
        return false;
    *value = size * (Py_ssize_t)((PyLongObject *)object)->ob_digit[0];
#endif
    return true;
}

/* A `float` or small integer. */
static inline bool offcy_is_number(PyObject *object, double *value)
{
    if (PyFloat_CheckExact(object)) {
        *value = PyFloat_AS_DOUBLE(object);
        return true;
    }
    Py_ssize_t whole;
    if (!offcy_is_small(object, &whole))
        return false;
    *value = (double)whole;
    return true;
}

/* Sums and products of two small integers fit 64 bits. */
#define OFFCY_DEFINE_ARITHMETIC(NAME, OPERATOR, OTHERWISE)                                         \
    static inline PyObject *offcy_##NAME(PyObject *left, PyObject *right)                          \
    {                                                                                              \
        Py_ssize_t a, b;                                                                           \
        if (offcy_is_small(left, &a)) {                                                            \
            if (offcy_is_small(right, &b))                                                         \
                return PyLong_FromSsize_t(a OPERATOR b);                                           \
            if (PyFloat_CheckExact(right))                                                         \
                return PyFloat_FromDouble((double)a OPERATOR PyFloat_AS_DOUBLE(right));            \
        } else if (PyFloat_CheckExact(left)) {                                                     \
            double number;                                                                         \
            if (offcy_is_number(right, &number))                                                   \
                return PyFloat_FromDouble(PyFloat_AS_DOUBLE(left) OPERATOR number);                \
        }                                                                                          \
        return OTHERWISE(left, right);                                                             \
    }

OFFCY_DEFINE_ARITHMETIC(add, +, PyNumber_Add)
OFFCY_DEFINE_ARITHMETIC(subtract, -, PyNumber_Subtract)
OFFCY_DEFINE_ARITHMETIC(multiply, *, PyNumber_Multiply)
OFFCY_DEFINE_ARITHMETIC(in_place_add, +, PyNumber_InPlaceAdd)
OFFCY_DEFINE_ARITHMETIC(in_place_subtract, -, PyNumber_InPlaceSubtract)
OFFCY_DEFINE_ARITHMETIC(in_place_multiply, *, PyNumber_InPlaceMultiply)

static inline PyObject *offcy_compare(PyObject *left, PyObject *right, int op)
{
    double a, b;
    if (!offcy_is_number(left, &a) || !offcy_is_number(right, &b))
        return PyObject_RichCompare(left, right, op);
    bool holds;
    switch (op) {
    case Py_LT:
        holds = a < b;
        break;
    case Py_LE:
        holds = a <= b;
        break;
    case Py_EQ:
        holds = a == b;
        break;
    case Py_NE:
        holds = a != b;
        break;
    case Py_GT:
        holds = a > b;
        break;
    default:
        holds = a >= b;
        break;
    }
    return Py_NewRef(holds ? Py_True : Py_False);
}

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
    }
#endif
    return PyObject_GetItem(object, key);
}

static inline int offcy_set_item(PyObject *object, PyObject *key, PyObject *value)
{
    if (PyDict_CheckExact(object))
        return PyDict_SetItem(object, key, value);
    return PyObject_SetItem(object, key, value);
}

static inline PyObject *offcy_call_one(PyObject *callable, PyObject *argument)
{
    if (callable == (PyObject *)&PyUnicode_Type)
        return PyObject_Str(argument);
    return PyObject_CallOneArg(callable, argument);
}

static inline PyObject *offcy_append(PyObject *object, PyObject *name, PyObject *item)
{
    if (!PyList_CheckExact(object))
        return PyObject_CallMethodOneArg(object, name, item);
    return PyList_Append(object, item) < 0 ? NULL : Py_NewRef(Py_None);
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

static inline int offcy_unpack_pair(PyObject *sequence, PyObject **first, PyObject **second)
{
    if (PyTuple_CheckExact(sequence) && PyTuple_GET_SIZE(sequence) == 2) {
        *first = Py_NewRef(PyTuple_GET_ITEM(sequence, 0));
        *second = Py_NewRef(PyTuple_GET_ITEM(sequence, 1));
        return 0;
    }
    return offcy_unpack(sequence, 2, first, second);
}

static inline PyObject *offcy_next(PyObject *iterator) { return Py_TYPE(iterator)->tp_iternext(iterator); }

/* After offcy_next has given NULL. */
static inline bool offcy_iterator_failed(void)
{
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

#endif
