/* Operations on numbers as objects: the part of offcy_quick.h for them.
 *
 *   offcy_int(number)          a C number as an object
 *   offcy_add(a, b)            `a + b`; also the other operators, and offcy_in_place_add and so on
 *   offcy_add_to(&a, b)        `a += b` of a variable that is assigned next: it may be empty meanwhile; also offcy_subtract_from
 *   offcy_add_into(&a, b)      `a + b` of an intermediate result, which is empty where it became the sum; also the other two
 *   offcy_add_onto(a, &b)      the same where `b` is the intermediate result; also offcy_in_place_add_onto and so on
 *   offcy_absolute(o)          `abs(o)`; offcy_float, offcy_whole: `float(o)`, `int(o)`; offcy_float_of(&value, o)
 *   offcy_truth(&value, o)     `bool(o)` in C
 */
#ifndef OFFCY_QUICK_NUMBERS_H
#define OFFCY_QUICK_NUMBERS_H

#ifndef OFFCY_QUICK_H
#error "include offcy_py.h"
#endif

/* The integers that programs have most: Python has one object for each, which is asked for once. */
enum { OFFCY_SHARED_INTS = 256 };
#ifndef Py_GIL_DISABLED
OFFCY_HIDDEN_DATA PyObject *offcy_shared_ints[OFFCY_SHARED_INTS];
OFFCY_HIDDEN PyObject *offcy_share_int(long long value);
static inline PyObject *offcy_int(long long value)
{
    if ((unsigned long long)value >= OFFCY_SHARED_INTS)
        return offcy_object_from_signed(value);
    PyObject *known = offcy_shared_ints[value];
    return OFFCY_LIKELY(known != NULL) ? Py_NewRef(known) : offcy_share_int(value);
}
#else
#define offcy_int offcy_object_from_signed
#endif

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
    static inline PyObject *NAME(PyObject *left, PyObject *right)                                  \
    {                                                                                              \
        Py_ssize_t a, b;                                                                           \
        if (offcy_is_small(left, &a)) {                                                            \
            if (offcy_is_small(right, &b))                                                         \
                return offcy_int(a OPERATOR b);                                           \
            if (PyFloat_CheckExact(right))                                                         \
                return PyFloat_FromDouble((double)a OPERATOR PyFloat_AS_DOUBLE(right));            \
        } else if (PyFloat_CheckExact(left)) {                                                     \
            double number;                                                                         \
            if (offcy_is_number(right, &number))                                                   \
                return PyFloat_FromDouble(PyFloat_AS_DOUBLE(left) OPERATOR number);                \
        }                                                                                          \
        return OTHERWISE(left, right);                                                             \
    }

/* Of other operands. A large integer plus zero, or times one, is not computed. */
OFFCY_HIDDEN PyObject *offcy_add_others(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_subtract_others(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_multiply_others(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_in_place_add_others(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_in_place_subtract_others(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_in_place_multiply_others(PyObject *left, PyObject *right);

OFFCY_DEFINE_ARITHMETIC(offcy_add, +, offcy_add_others)
OFFCY_DEFINE_ARITHMETIC(offcy_subtract, -, offcy_subtract_others)
OFFCY_DEFINE_ARITHMETIC(offcy_multiply, *, offcy_multiply_others)
OFFCY_DEFINE_ARITHMETIC(offcy_in_place_add, +, offcy_in_place_add_others)
OFFCY_DEFINE_ARITHMETIC(offcy_in_place_subtract, -, offcy_in_place_subtract_others)
OFFCY_DEFINE_ARITHMETIC(offcy_in_place_multiply, *, offcy_in_place_multiply_others)

/* Whether a number that only a variable holds may take another value, since nobody else sees it. The GIL makes it certain. */
static inline bool offcy_is_own(PyObject *number)
{
#ifndef Py_GIL_DISABLED
    return Py_REFCNT(number) == 1;
#else
    (void)number;
    return false;
#endif
}

/* An integer of one digit that is not one of those which all share, in place of the value of an own one. */
static inline bool offcy_change_small(PyObject *number, Py_ssize_t value)
{
    const Py_ssize_t magnitude = value < 0 ? -value : value;
    if (!offcy_is_own(number) || magnitude > (Py_ssize_t)PyLong_MASK || (value >= -5 && value <= 1024))
        return false;
    PyLongObject *known = (PyLongObject *)number;
#if PY_VERSION_HEX >= 0x030c0000
    /* One digit, and the sign; the third bit stays. */
    known->long_value.lv_tag = (known->long_value.lv_tag & 4) | 1 << 3 | (value < 0 ? 2 : 0);
    known->long_value.ob_digit[0] = (digit)magnitude;
#else
    Py_SET_SIZE(known, value < 0 ? -1 : 1);
    known->ob_digit[0] = (digit)magnitude;
#endif
    return true;
}

#define OFFCY_DEFINE_CHANGE(NAME, OPERATOR, OTHERWISE)                                               \
    static inline PyObject *NAME(PyObject **variable, PyObject *right)                               \
    {                                                                                                \
        PyObject *left = *variable;                                                                  \
        Py_ssize_t a, b;                                                                             \
        double number;                                                                               \
        if (offcy_is_small(left, &a) && offcy_is_small(right, &b)) {                                 \
            if (!offcy_change_small(left, a OPERATOR b))                                             \
                return offcy_int(a OPERATOR b);                                       \
        } else if (PyFloat_CheckExact(left) && offcy_is_own(left) && offcy_is_number(right, &number)) { \
            ((PyFloatObject *)left)->ob_fval = PyFloat_AS_DOUBLE(left) OPERATOR number;              \
        } else {                                                                                     \
            return OTHERWISE;                                                                        \
        }                                                                                            \
        *variable = NULL;                                                                            \
        return left;                                                                                 \
    }

OFFCY_DEFINE_CHANGE(offcy_add_to, +, offcy_in_place_add(left, right))
OFFCY_DEFINE_CHANGE(offcy_subtract_from, -, offcy_in_place_subtract(left, right))

/* The same where nothing else uses the left operand, which may be empty afterwards: a list takes more items instead of being
 * copied. */
OFFCY_HIDDEN PyObject *offcy_add_spent(PyObject **left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_multiply_spent(PyObject **left, PyObject *right);

OFFCY_DEFINE_CHANGE(offcy_add_into, +, offcy_add_spent(variable, right))
OFFCY_DEFINE_CHANGE(offcy_subtract_into, -, offcy_subtract(left, right))
OFFCY_DEFINE_CHANGE(offcy_multiply_into, *, offcy_multiply_spent(variable, right))

/* The same where nothing else uses the right operand. */
#define OFFCY_DEFINE_CHANGE_OF_RIGHT(NAME, OPERATOR)                                                 \
    static inline PyObject *NAME##_onto(PyObject *left, PyObject **variable)                         \
    {                                                                                                \
        PyObject *right = *variable;                                                                 \
        double number;                                                                               \
        if (!PyFloat_CheckExact(right) || !offcy_is_own(right) || !offcy_is_number(left, &number))   \
            return NAME(left, right);                                                                \
        ((PyFloatObject *)right)->ob_fval = number OPERATOR PyFloat_AS_DOUBLE(right);                \
        *variable = NULL;                                                                            \
        return right;                                                                                \
    }

OFFCY_DEFINE_CHANGE_OF_RIGHT(offcy_add, +)
OFFCY_DEFINE_CHANGE_OF_RIGHT(offcy_subtract, -)
OFFCY_DEFINE_CHANGE_OF_RIGHT(offcy_multiply, *)
OFFCY_DEFINE_CHANGE_OF_RIGHT(offcy_in_place_add, +)
OFFCY_DEFINE_CHANGE_OF_RIGHT(offcy_in_place_subtract, -)
OFFCY_DEFINE_CHANGE_OF_RIGHT(offcy_in_place_multiply, *)

OFFCY_HIDDEN PyObject *offcy_true_divide(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_in_place_true_divide(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_floor_divide(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_in_place_floor_divide(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_modulo(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_in_place_modulo(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_shift_left(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_in_place_shift_left(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_shift_right(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_in_place_shift_right(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_bit_and(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_in_place_bit_and(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_bit_or(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_in_place_bit_or(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_bit_xor(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_in_place_bit_xor(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_power(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_in_place_power(PyObject *left, PyObject *right);
OFFCY_HIDDEN PyObject *offcy_absolute(PyObject *number);

static inline PyObject *offcy_float(PyObject *object)
{
    Py_ssize_t number;
    if (PyFloat_CheckExact(object))
        return Py_NewRef(object);
    return offcy_is_small(object, &number) ? PyFloat_FromDouble((double)number) : PyNumber_Float(object);
}

/* The same in C. */
OFFCY_HIDDEN int offcy_float_of_any(double *value, PyObject *object);
static inline int offcy_float_of(double *value, PyObject *object)
{
    return OFFCY_LIKELY(offcy_is_number(object, value)) ? 0 : offcy_float_of_any(value, object);
}

static inline PyObject *offcy_whole(PyObject *object)
{
    return PyLong_CheckExact(object) ? Py_NewRef(object) : PyNumber_Long(object);
}

/* The truth of an object, 0 or 1. */
static inline int offcy_truth(int *value, PyObject *object)
{
    Py_ssize_t number;
    if (offcy_is_small(object, &number)) {
        *value = number != 0;
        return 0;
    }
    return offcy_bint_from_object(value, object);
}

#endif
