/* Python objects from and to C numbers and strings, with Cython's conversions and messages. */
#ifndef OFFCY_CONVERT_H
#define OFFCY_CONVERT_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

#include <limits.h>
#include <string.h>

#ifndef Py_LIMITED_API
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

/* An integer that surely fits is converted at once. */
#define OFFCY_TAKE_SMALL_AS(TYPE, VALUE, OBJECT, LOW, HIGH)                                      \
    Py_ssize_t offcy_small;                                                                      \
    if (OFFCY_LIKELY(offcy_is_small(OBJECT, &offcy_small) && offcy_small >= (Py_ssize_t)(LOW) && \
                     (sizeof(TYPE) == 8 || offcy_small <= (Py_ssize_t)(HIGH)))) {                \
        *(VALUE) = (TYPE)offcy_small;                                                            \
        return 0;                                                                                \
    }
#else
#define OFFCY_TAKE_SMALL_AS(TYPE, VALUE, OBJECT, LOW, HIGH)
#endif

/* The general forms: an integer within [low, high]; `type_name` is for the OverflowError. */
OFFCY_HIDDEN int offcy_signed_from_object(long long *value, PyObject *object, long long low,
                                          long long high, const char *type_name);
OFFCY_HIDDEN int offcy_unsigned_from_object(unsigned long long *value, PyObject *object,
                                            unsigned long long high, const char *type_name);

/* Defines `int offcy_NAME_from_object(TYPE *value, PyObject *object)` for a C integer type that
 * messages call TYPE_NAME, and `offcy_NAME_from_named`, which has them call it otherwise. Accepts what Cython accepts: ints, and objects
 * with `__int__`, floats among them. Fails with TypeError "an integer is required" or
 * OverflowError "value too large to convert to int"; `*value` is unchanged. */
#define OFFCY_DEFINE_SIGNED_FROM_OBJECT(NAME, TYPE, TYPE_NAME)                                     \
    static inline int offcy_##NAME##_from_named(TYPE *value, PyObject *object, const char *name)   \
    {                                                                                              \
        const long long high = (long long)(~0ULL >> (65 - 8 * sizeof(TYPE)));                      \
        OFFCY_TAKE_SMALL_AS(TYPE, value, object, -high - 1, high)                                  \
        long long wide;                                                                            \
        if (OFFCY_UNLIKELY(offcy_signed_from_object(&wide, object, -high - 1, high, name)))        \
            return -1;                                                                             \
        *value = (TYPE)wide;                                                                       \
        return 0;                                                                                  \
    }                                                                                              \
    static inline int offcy_##NAME##_from_object(TYPE *value, PyObject *object)                    \
    {                                                                                              \
        return offcy_##NAME##_from_named(value, object, TYPE_NAME);                                \
    }

#define OFFCY_DEFINE_UNSIGNED_FROM_OBJECT(NAME, TYPE, TYPE_NAME)                                   \
    static inline int offcy_##NAME##_from_named(TYPE *value, PyObject *object, const char *name)   \
    {                                                                                              \
        const unsigned long long high = ~0ULL >> (64 - 8 * sizeof(TYPE));                          \
        OFFCY_TAKE_SMALL_AS(TYPE, value, object, 0, high)                                          \
        unsigned long long wide;                                                                   \
        if (OFFCY_UNLIKELY(offcy_unsigned_from_object(&wide, object, high, name)))                 \
            return -1;                                                                             \
        *value = (TYPE)wide;                                                                       \
        return 0;                                                                                  \
    }                                                                                              \
    static inline int offcy_##NAME##_from_object(TYPE *value, PyObject *object)                    \
    {                                                                                              \
        return offcy_##NAME##_from_named(value, object, TYPE_NAME);                                \
    }

OFFCY_DEFINE_SIGNED_FROM_OBJECT(char, char, "char")
OFFCY_DEFINE_SIGNED_FROM_OBJECT(signed_char, signed char, "signed char")
OFFCY_DEFINE_SIGNED_FROM_OBJECT(short, short, "short")
OFFCY_DEFINE_SIGNED_FROM_OBJECT(int, int, "int")
OFFCY_DEFINE_SIGNED_FROM_OBJECT(long, long, "long")
OFFCY_DEFINE_SIGNED_FROM_OBJECT(long_long, long long, "PY_LONG_LONG")
OFFCY_DEFINE_UNSIGNED_FROM_OBJECT(unsigned_char, unsigned char, "unsigned char")
OFFCY_DEFINE_UNSIGNED_FROM_OBJECT(unsigned_short, unsigned short, "unsigned short")
OFFCY_DEFINE_UNSIGNED_FROM_OBJECT(unsigned_int, unsigned int, "unsigned int")
OFFCY_DEFINE_UNSIGNED_FROM_OBJECT(unsigned_long, unsigned long, "unsigned long")
OFFCY_DEFINE_UNSIGNED_FROM_OBJECT(unsigned_long_long, unsigned long long, "unsigned PY_LONG_LONG")
OFFCY_DEFINE_UNSIGNED_FROM_OBJECT(size_t, size_t, "size_t")

/* `Py_ssize_t` takes indices only: ints and objects with `__index__`; TypeError "'float' object cannot
 * be interpreted as an integer". */
OFFCY_HIDDEN int offcy_any_ssize_t_from_object(Py_ssize_t *value, PyObject *object);
static inline int offcy_ssize_t_from_object(Py_ssize_t *value, PyObject *object)
{
    OFFCY_TAKE_SMALL_AS(Py_ssize_t, value, object, PY_SSIZE_T_MIN, PY_SSIZE_T_MAX)
    return offcy_any_ssize_t_from_object(value, object);
}

/* For a variable that is an `int` or a `float` by its annotation: numbers are converted, None remains. */
OFFCY_HIDDEN PyObject *offcy_as_int(PyObject *object);
OFFCY_HIDDEN PyObject *offcy_as_float(PyObject *object);

/* An index of an untyped object: as `offcy_ssize_t_from_object`, but IndexError "cannot fit 'int'
 * into an index-sized integer". */
OFFCY_HIDDEN int offcy_index_from_object(Py_ssize_t *value, PyObject *object);

/* An enum, which C keeps in an `int` or, without negative members, in an `unsigned int`:
 *
 *     offcy_enum_from_object(&color, color_obj, OFFCY_IS_SIGNED(enum color), "enum Color") */
#define OFFCY_IS_SIGNED(TYPE) ((TYPE)-1 < 0)

static inline int offcy_enum_from_object(void *value, PyObject *object, bool is_signed,
                                         const char *type_name)
{
    long long wide;
    unsigned long long whole;
    if (is_signed ? offcy_signed_from_object(&wide, object, INT_MIN, INT_MAX, type_name)
                  : offcy_unsigned_from_object(&whole, object, UINT_MAX, type_name))
        return -1;
    const int number = is_signed ? (int)wide : (int)(unsigned)whole;
    memcpy(value, &number, sizeof number);
    return 0;
}

/* Numbers with `__float__` or `__index__`; TypeError "must be real number, not str". */
static inline int offcy_double_from_object(double *value, PyObject *object)
{
#ifndef Py_LIMITED_API
    if (OFFCY_LIKELY(PyFloat_CheckExact(object))) {
        *value = PyFloat_AS_DOUBLE(object);
        return 0;
    }
#endif
    const double number = PyFloat_AsDouble(object);
    if (OFFCY_UNLIKELY(number == -1.0 && PyErr_Occurred()))
        return -1;
    *value = number;
    return 0;
}

static inline int offcy_float_from_object(float *value, PyObject *object)
{
    double number;
    if (OFFCY_UNLIKELY(offcy_double_from_object(&number, object)))
        return -1;
    *value = (float)number;
    return 0;
}

/* `bint`: the truth of any object, 0 or 1. */
static inline int offcy_bint_from_object(int *value, PyObject *object)
{
    const bool is_true = object == Py_True;
    const int truth = is_true || object == Py_False || object == Py_None ? is_true : PyObject_IsTrue(object);
    if (OFFCY_UNLIKELY(truth < 0))
        return -1;
    *value = truth;
    return 0;
}

/* The same for C's `bool`. */
static inline int offcy_bool_from_object(bool *value, PyObject *object)
{
    int truth;
    if (OFFCY_UNLIKELY(offcy_bint_from_object(&truth, object)))
        return -1;
    *value = truth;
    return 0;
}

/* The bytes of a `bytes` or `bytearray`, borrowed from `object` and NUL-terminated, as a pointer to any
 * character type. `length` may be NULL. TypeError "expected bytes, str found". */
OFFCY_HIDDEN int offcy_string_from_object(void *value, Py_ssize_t *length, PyObject *object);

/* To objects: new references, NULL with an exception set. Any C integer widens into one of these. */
static inline PyObject *offcy_object_from_signed(long long value)
{
    return sizeof(long) == sizeof(long long) ? PyLong_FromLong((long)value) : PyLong_FromLongLong(value);
}

static inline PyObject *offcy_object_from_unsigned(unsigned long long value)
{
    return PyLong_FromUnsignedLongLong(value);
}

static inline PyObject *offcy_object_from_double(double value) { return PyFloat_FromDouble(value); }

static inline PyObject *offcy_object_from_bint(int value)
{
    return Py_NewRef(value ? Py_True : Py_False);
}

#endif
