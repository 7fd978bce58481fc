/* Operations on objects for the classes that they usually have: what is not inline in offcy_quick.h. */
#include "offcy_py_state.h"

#include <string.h>

#ifndef Py_LIMITED_API

#ifndef Py_GIL_DISABLED
PyObject *offcy_shared_ints[OFFCY_SHARED_INTS];

PyObject *offcy_share_int(long long value)
{
    PyObject *made = offcy_object_from_signed(value);
    offcy_shared_ints[value] = Py_XNewRef(made);
    return made;
}
#endif

static bool is_same_text(PyObject *left, PyObject *right)
{
    if (left == right)
        return true;
    const Py_ssize_t length = PyUnicode_GET_LENGTH(left);
    const unsigned kind = PyUnicode_KIND(left);
    if (length != PyUnicode_GET_LENGTH(right) || kind != PyUnicode_KIND(right))
        return false;
    /* Most that differ begin with other letters. */
    const char *first = PyUnicode_DATA(left), *second = PyUnicode_DATA(right);
    return length == 0 || (first[0] == second[0] && memcmp(first, second, (size_t)length * kind) == 0);
}

int offcy_any_texts_hold(PyObject *left, PyObject *right, int op)
{
    if (OFFCY_UNLIKELY(!PyUnicode_CheckExact(left) || !PyUnicode_CheckExact(right)))
        return offcy_holds(left, right, op);
    if (op == Py_EQ || op == Py_NE)
        return is_same_text(left, right) == (op == Py_EQ);
    const int order = PyUnicode_Compare(left, right);
    return OFFCY_ORDERED(order, 0, op);
}

int offcy_any_holds(PyObject *left, PyObject *right, int op)
{
    double a, b;
    if (PyFloat_CheckExact(left) ? offcy_is_number(right, &b) && offcy_is_number(left, &a)
                                 : PyFloat_CheckExact(right) && offcy_is_number(left, &a) && offcy_is_number(right, &b))
        return OFFCY_ORDERED(a, b, op);
    if (PyUnicode_CheckExact(left) && PyUnicode_CheckExact(right))
        return offcy_any_texts_hold(left, right, op);
    return offcy_truth_of(PyObject_RichCompare(left, right, op));
}

/* The list that `left` refers to has been changed in place, if that succeeded: it is the result now. */
static PyObject *moved(PyObject **left, PyObject *changed)
{
    if (changed != NULL)
        Py_CLEAR(*left);
    return changed;
}

PyObject *offcy_add_spent(PyObject **left, PyObject *right)
{
    if (PyList_CheckExact(*left) && PyList_CheckExact(right) && offcy_is_own(*left))
        return moved(left, PySequence_InPlaceConcat(*left, right));
    return offcy_add(*left, right);
}

PyObject *offcy_multiply_spent(PyObject **left, PyObject *right)
{
    Py_ssize_t count;
    if (PyList_CheckExact(*left) && offcy_is_own(*left) && offcy_is_small(right, &count))
        return moved(left, PySequence_InPlaceRepeat(*left, count));
    return offcy_multiply(*left, right);
}

/* With full names: which source defines them is read from the text. */
#define DEFINE_OPERATOR(NAME, IN_PLACE, FUNCTION, SHORT_WAY)             \
    PyObject *NAME(PyObject *left, PyObject *right)                      \
    {                                                                    \
        SHORT_WAY(left, right);                                          \
        return PyNumber_##FUNCTION(left, right);                         \
    }                                                                    \
    PyObject *IN_PLACE(PyObject *left, PyObject *right)                  \
    {                                                                    \
        SHORT_WAY(left, right);                                          \
        return PyNumber_InPlace##FUNCTION(left, right);                  \
    }

/* Whether both are integers, one of them `number`, which leaves the other one as it is. */
static bool leaves(PyObject *object, Py_ssize_t number, PyObject *other)
{
    Py_ssize_t value;
    return PyLong_CheckExact(other) && offcy_is_small(object, &value) && value == number;
}

#define ADD(LEFT, RIGHT)                \
    if (leaves(LEFT, 0, RIGHT))         \
        return Py_NewRef(RIGHT);        \
    if (leaves(RIGHT, 0, LEFT))         \
        return Py_NewRef(LEFT)

#define SUBTRACT(LEFT, RIGHT)           \
    if (leaves(RIGHT, 0, LEFT))         \
        return Py_NewRef(LEFT)

#define MULTIPLY(LEFT, RIGHT)           \
    if (leaves(LEFT, 1, RIGHT))         \
        return Py_NewRef(RIGHT);        \
    if (leaves(RIGHT, 1, LEFT))         \
        return Py_NewRef(LEFT)

DEFINE_OPERATOR(offcy_add_others, offcy_in_place_add_others, Add, ADD)
DEFINE_OPERATOR(offcy_subtract_others, offcy_in_place_subtract_others, Subtract, SUBTRACT)
DEFINE_OPERATOR(offcy_multiply_others, offcy_in_place_multiply_others, Multiply, MULTIPLY)

/* Of two small integers, if the condition holds. */
#define OF_SMALL(LEFT, RIGHT, CONDITION, VALUE)                                              \
    Py_ssize_t a, b;                                                                         \
    if (OFFCY_LIKELY(offcy_is_small(LEFT, &a) && offcy_is_small(RIGHT, &b) && (CONDITION)))  \
        return offcy_int(VALUE)

#define TRUE_DIVIDE(LEFT, RIGHT)                                                                                    \
    double a, b;                                                                                                    \
    if (OFFCY_LIKELY(offcy_is_number(LEFT, &a) && offcy_is_number(RIGHT, &b) && b != 0))                            \
        return PyFloat_FromDouble(a / b)
/* Rounded down: C rounds to zero. */
#define FLOOR_DIVIDE(LEFT, RIGHT) OF_SMALL(LEFT, RIGHT, b != 0, a / b - (a % b != 0 && (a < 0) != (b < 0)))
#define MODULO(LEFT, RIGHT) OF_SMALL(LEFT, RIGHT, b != 0, a % b + (a % b != 0 && (a < 0) != (b < 0) ? b : 0))
#define SHIFT_LEFT(LEFT, RIGHT) OF_SMALL(LEFT, RIGHT, b >= 0 && b <= 32, a * ((Py_ssize_t)1 << b))
#define SHIFT_RIGHT(LEFT, RIGHT) OF_SMALL(LEFT, RIGHT, b >= 0, a >> (b < 63 ? b : 63))
#define BIT_AND(LEFT, RIGHT) OF_SMALL(LEFT, RIGHT, true, a & b)
#define BIT_OR(LEFT, RIGHT) OF_SMALL(LEFT, RIGHT, true, a | b)
#define BIT_XOR(LEFT, RIGHT) OF_SMALL(LEFT, RIGHT, true, a ^ b)

DEFINE_OPERATOR(offcy_true_divide, offcy_in_place_true_divide, TrueDivide, TRUE_DIVIDE)
DEFINE_OPERATOR(offcy_floor_divide, offcy_in_place_floor_divide, FloorDivide, FLOOR_DIVIDE)
DEFINE_OPERATOR(offcy_modulo, offcy_in_place_modulo, Remainder, MODULO)
DEFINE_OPERATOR(offcy_shift_left, offcy_in_place_shift_left, Lshift, SHIFT_LEFT)
DEFINE_OPERATOR(offcy_shift_right, offcy_in_place_shift_right, Rshift, SHIFT_RIGHT)
DEFINE_OPERATOR(offcy_bit_and, offcy_in_place_bit_and, And, BIT_AND)
DEFINE_OPERATOR(offcy_bit_or, offcy_in_place_bit_or, Or, BIT_OR)
DEFINE_OPERATOR(offcy_bit_xor, offcy_in_place_bit_xor, Xor, BIT_XOR)

#define ARE_FLOATS(LEFT, RIGHT) (PyFloat_CheckExact(LEFT) && PyFloat_CheckExact(RIGHT))

PyObject *offcy_power(PyObject *left, PyObject *right)
{
    return ARE_FLOATS(left, right) ? PyFloat_Type.tp_as_number->nb_power(left, right, Py_None)
                                   : PyNumber_Power(left, right, Py_None);
}

PyObject *offcy_in_place_power(PyObject *left, PyObject *right)
{
    return ARE_FLOATS(left, right) ? offcy_power(left, right) : PyNumber_InPlacePower(left, right, Py_None);
}

PyObject *offcy_absolute(PyObject *number)
{
    Py_ssize_t whole;
    if (offcy_is_small(number, &whole))
        return offcy_int(whole < 0 ? -whole : whole);
    if (PyFloat_CheckExact(number))
        return PyFloat_FromDouble(__builtin_fabs(PyFloat_AS_DOUBLE(number)));
    return PyNumber_Absolute(number);
}

PyObject *offcy_extend_text(PyObject **text, PyObject *more)
{
#ifndef Py_GIL_DISABLED
    if (PyUnicode_CheckExact(*text) && PyUnicode_CheckExact(more) && Py_REFCNT(*text) == 1 && *text != more) {
        PyObject *longer = *text;
        *text = NULL;
        PyUnicode_Append(&longer, more);
        if (longer == NULL)
            *text = PyUnicode_New(0, 0); /* the text is gone */
        return longer;
    }
#endif
    return PyNumber_InPlaceAdd(*text, more);
}

static PyObject *text_of_small(Py_ssize_t number)
{
    char digits[12];
    char *const end = digits + sizeof digits;
    char *first = end;
    size_t rest = number < 0 ? (size_t)-number : (size_t)number;
    do
        *--first = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (number < 0)
        *--first = '-';
    PyObject *text = PyUnicode_New(end - first, 127);
    if (text != NULL)
        memcpy(PyUnicode_1BYTE_DATA(text), first, (size_t)(end - first));
    return text;
}

/* `str` of an object of a class that does not leave it to others; NULL without an exception: another one. */
static PyObject *simple_text(PyObject *value)
{
    Py_ssize_t number;
    if (PyUnicode_CheckExact(value))
        return Py_NewRef(value);
    if (offcy_is_small(value, &number) && number > -1000000000 && number < 1000000000)
        return text_of_small(number);
    return PyFloat_CheckExact(value) ? PyFloat_Type.tp_repr(value) : NULL;
}

PyObject *offcy_digits(long long value)
{
    const bool is_short = value > -1000000000 && value < 1000000000;
    return is_short ? text_of_small((Py_ssize_t)value) : PyUnicode_FromFormat("%lld", value);
}

PyObject *offcy_format(PyObject *value)
{
    PyObject *text = simple_text(value);
    return text != NULL || PyErr_Occurred() ? text : PyObject_Format(value, NULL);
}

PyObject *offcy_str(PyObject *value)
{
    PyObject *text = simple_text(value);
    return text != NULL || PyErr_Occurred() ? text : PyObject_Str(value);
}

/* Whether an object of the type has its methods from the type alone, and nobody can replace those. */
static bool has_fixed_methods(PyTypeObject *type)
{
    return (offcy_is_builtin(type) || (type->tp_flags & Py_TPFLAGS_IMMUTABLETYPE)) && type->tp_dictoffset == 0 &&
           type->tp_getattro == PyObject_GenericGetAttr;
}

/* Whether a function of C takes so many arguments, by its flags. */
static bool takes(int flags, size_t given)
{
    switch (flags) {
    case METH_NOARGS: return given == 0;
    case METH_O: return given == 1;
    case METH_FASTCALL:
    case METH_FASTCALL | METH_KEYWORDS:
    case METH_VARARGS:
    case METH_VARARGS | METH_KEYWORDS: return true;
    default: return false;
    }
}

PyObject *offcy_call_with_tuple(const offcy_known_method *known, PyObject *const *args, size_t count)
{
    PyObject *given = PyTuple_New((Py_ssize_t)count - 1);
    if (given == NULL)
        return NULL;
    for (size_t k = 1; k < count; k++)
        PyTuple_SET_ITEM(given, (Py_ssize_t)k - 1, Py_NewRef(args[k]));
    PyObject *result;
    if (known->flags == METH_VARARGS)
        result = known->function(args[0], given);
    else
        result = ((PyCFunctionWithKeywords)(void (*)(void))known->function)(args[0], given, NULL);
    Py_DECREF(given);
    return result;
}

PyObject *offcy_find_method(offcy_known_method *known, PyObject *name, PyObject *const *args, size_t count)
{
    PyTypeObject *type = Py_TYPE(args[0]);
    /* A type that is kept once is kept forever. */
    const bool is_kept = offcy_is_builtin(type);
    PyObject *method = NULL; /* borrowed */
    if (has_fixed_methods(type) && (is_kept || known->type == NULL))
        method = _PyType_Lookup(type, name);
    if (method != NULL && Py_IS_TYPE(method, &PyMethodDescr_Type)) {
        const PyMethodDef *found = ((PyMethodDescrObject *)method)->d_method;
        if (takes(found->ml_flags & ~METH_COEXIST, count - 1)) {
            if (!is_kept)
                Py_INCREF((PyObject *)type);
            *known = (offcy_known_method){type, found->ml_meth, found->ml_flags & ~METH_COEXIST};
        }
    }
    return PyObject_VectorcallMethod(name, args, count, NULL);
}

PyObject *offcy_no_attribute(PyObject *object, PyObject *name)
{
    if (!PyErr_ExceptionMatches(PyExc_AttributeError))
        return NULL;
    PyObject *error = offcy_fetch_exception();
    if (PyErr_GivenExceptionMatches(error, PyExc_AttributeError)) {
        PyAttributeErrorObject *known = (PyAttributeErrorObject *)error;
        if (known->name == NULL && known->obj == NULL) {
            known->name = Py_NewRef(name);
            known->obj = Py_NewRef(object);
        }
    }
    offcy_restore_exception(error);
    return NULL;
}

PyObject *offcy_no_key(PyObject *key)
{
    /* A key that is a tuple is one argument, too. */
    PyObject *argument = PyErr_Occurred() ? NULL : PyTuple_Pack(1, key);
    if (argument != NULL)
        PyErr_SetObject(PyExc_KeyError, argument);
    Py_XDECREF(argument);
    return NULL;
}

PyObject *offcy_get_any_nth(PyObject *object, Py_ssize_t at)
{
#ifdef Py_GIL_DISABLED
    /* Locks the list. */
    if (PyList_CheckExact(object) && at >= 0 && at < PyList_GET_SIZE(object))
        return PyList_GetItemRef(object, at);
#endif
    return offcy_sequence_item(object, at);
}

int offcy_set_any_nth(PyObject *object, Py_ssize_t at, PyObject *value)
{
    return offcy_sequence_set_item(object, at, value);
}

/* Whether one of some items is, or is equal to, `item`. */
static int is_among(PyObject *items, PyObject *item)
{
    Py_ssize_t number = 0, other;
    const bool is_small = offcy_is_small(item, &number);
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(items); k++) {
        PyObject *one = PyTuple_GET_ITEM(items, k);
        const int is_equal = one == item                                ? 1
                             : is_small && offcy_is_small(one, &other) ? number == other
                                                                       : offcy_holds(one, item, Py_EQ);
        if (is_equal != 0)
            return is_equal;
    }
    return 0;
}

int offcy_contains(PyObject *container, PyObject *item)
{
    return PyTuple_CheckExact(container) ? is_among(container, item) : PySequence_Contains(container, item);
}

/* The items of an object of which slices are simple; -1: others. */
static Py_ssize_t length_of_parts(PyObject *object)
{
    return PyList_CheckExact(object)      ? PyList_GET_SIZE(object)
           : PyUnicode_CheckExact(object) ? PyUnicode_GET_LENGTH(object)
           : PyTuple_CheckExact(object)   ? PyTuple_GET_SIZE(object)
           : PyBytes_CheckExact(object)   ? PyBytes_GET_SIZE(object)
                                          : -1;
}

/* Where a slice begins or ends; false if Python must be asked. `None` is where `place` already is. */
static bool find_place(PyObject *bound, Py_ssize_t length, Py_ssize_t *place)
{
    Py_ssize_t at;
    if (bound == Py_None)
        return true;
    if (!offcy_is_small(bound, &at))
        return false;
    at += at < 0 ? length : 0;
    *place = at < 0 ? 0 : at > length ? length : at;
    return true;
}

static PyObject *part_of(PyObject *object, Py_ssize_t length, Py_ssize_t from, Py_ssize_t to)
{
    if (PyList_CheckExact(object))
        return PyList_GetSlice(object, from, to);
    if (PyUnicode_CheckExact(object))
        return PyUnicode_Substring(object, from, to);
    if (PyTuple_CheckExact(object))
        return PyTuple_GetSlice(object, from, to);
    return to - from == length ? Py_NewRef(object)
                               : PyBytes_FromStringAndSize(PyBytes_AS_STRING(object) + from, to - from);
}

#endif

#ifndef Py_LIMITED_API
/* So many items are appended one after another. */
enum { MOST_APPENDED = 8 };

PyObject *offcy_extend(PyObject *object, PyObject *name, PyObject *items)
{
#ifndef Py_GIL_DISABLED
    const bool is_list = PyList_CheckExact(items);
    if (PyList_CheckExact(object) && object != items && (is_list || PyTuple_CheckExact(items))) {
        const Py_ssize_t count = is_list ? PyList_GET_SIZE(items) : PyTuple_GET_SIZE(items);
        if (count <= MOST_APPENDED)
            return offcy_extend_list(object, PySequence_Fast_ITEMS(items), (int)count) < 0 ? NULL : Py_NewRef(Py_None);
    }
#endif
    return PyObject_CallMethodOneArg(object, name, items);
}
#endif

int offcy_extend_list(PyObject *list, PyObject *const *items, int count)
{
    if (PyList_CheckExact(list)) {
        int at = 0;
        while (at < count && offcy_list_add(list, items[at]) == 0)
            at++;
        return at < count ? -1 : 0;
    }
    PyObject *made = PyList_New(count), *nothing = NULL;
    for (int k = 0; made != NULL && k < count; k++)
        PyList_SetItem(made, k, Py_NewRef(items[k]));
    if (made != NULL)
        nothing = PyObject_CallMethod(list, "extend", "O", made);
    Py_XDECREF(made);
    Py_XDECREF(nothing);
    return nothing != NULL ? 0 : -1;
}

#ifndef Py_LIMITED_API
/* What most texts of numbers are: digits, with nothing around them or among them. */
static bool is_float_of_text(double *value, PyObject *text)
{
    if (!PyUnicode_CheckExact(text) || !PyUnicode_IS_COMPACT_ASCII(text))
        return false;
    const char *letters = (const char *)PyUnicode_1BYTE_DATA(text), *last = letters + PyUnicode_GET_LENGTH(text);
    char *end;
    if (last == letters || *letters < '+' || *letters > '9' || last[-1] < '0' || last[-1] > '9')
        return false;
    *value = PyOS_string_to_double(letters, &end, NULL);
    if (*value == -1.0 && PyErr_Occurred())
        PyErr_Clear(); /* `float` finds other words */
    else if (end == last)
        return true;
    return false;
}
#endif

int offcy_float_of_any(double *value, PyObject *object)
{
#ifndef Py_LIMITED_API
    if (is_float_of_text(value, object))
        return 0;
#endif
    PyObject *number = PyNumber_Float(object);
    if (number == NULL)
        return -1;
    *value = PyFloat_AsDouble(number);
    Py_DECREF(number);
    return 0;
}

int offcy_delete_item(PyObject *container, PyObject *key)
{
#ifndef Py_LIMITED_API
    Py_ssize_t at;
    if (PyDict_CheckExact(container))
        return PyDict_DelItem(container, key);
    if (PyList_CheckExact(container) && offcy_is_small(key, &at))
        return PySequence_DelItem(container, at);
#endif
    return PyObject_DelItem(container, key);
}

PyObject *offcy_begin_range(PyObject *range, PyObject *start, PyObject *stop, Py_ssize_t *at)
{
#ifndef Py_LIMITED_API
    Py_ssize_t first = 0, last;
    if (range == (PyObject *)&PyRange_Type && (start == NULL || offcy_is_small(start, &first)) &&
        offcy_is_small(stop, &last)) {
        *at = first;
        return Py_NewRef(stop);
    }
#else
    (void)at;
#endif
    PyObject *numbers = PyObject_CallFunctionObjArgs(range, start != NULL ? start : stop, start != NULL ? stop : NULL, NULL);
    PyObject *iterator = numbers != NULL ? PyObject_GetIter(numbers) : NULL;
    Py_XDECREF(numbers);
    return iterator;
}

PyObject *offcy_get_slice(PyObject *object, PyObject *start, PyObject *stop)
{
#ifndef Py_LIMITED_API
    const Py_ssize_t length = length_of_parts(object);
    Py_ssize_t from = 0, to = length;
    if (length >= 0 && find_place(start, length, &from) && find_place(stop, length, &to))
        return part_of(object, length, from, to < from ? from : to);
#endif
    PyObject *slice = PySlice_New(start, stop, NULL);
    PyObject *part = slice != NULL ? PyObject_GetItem(object, slice) : NULL;
    Py_XDECREF(slice);
    return part;
}

int offcy_set_slice(PyObject *object, PyObject *start, PyObject *stop, PyObject *value)
{
#ifndef Py_LIMITED_API
    const Py_ssize_t length = PyList_CheckExact(object) ? PyList_GET_SIZE(object) : -1;
    Py_ssize_t from = 0, to = length;
    if (length >= 0 && find_place(start, length, &from) && find_place(stop, length, &to))
        return PyList_SetSlice(object, from, to, value);
#endif
    PyObject *slice = PySlice_New(start, stop, NULL);
    const int status = slice != NULL ? PyObject_SetItem(object, slice, value) : -1;
    Py_XDECREF(slice);
    return status;
}
