/* The operations of offcy_quick.h with Python's limited API, which has no short ways. */
#ifndef OFFCY_QUICK_LIMITED_H
#define OFFCY_QUICK_LIMITED_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

#define offcy_get_attribute PyObject_GetAttr
#define offcy_set_attribute PyObject_SetAttr
#define offcy_extend_text(TEXT, MORE) PyNumber_InPlaceAdd(*(TEXT), MORE)
#define offcy_add_into(VARIABLE, RIGHT) PyNumber_Add(*(VARIABLE), RIGHT)
#define offcy_subtract_into(VARIABLE, RIGHT) PyNumber_Subtract(*(VARIABLE), RIGHT)
#define offcy_multiply_into(VARIABLE, RIGHT) PyNumber_Multiply(*(VARIABLE), RIGHT)
#define offcy_add_onto(LEFT, VARIABLE) PyNumber_Add(LEFT, *(VARIABLE))
#define offcy_subtract_onto(LEFT, VARIABLE) PyNumber_Subtract(LEFT, *(VARIABLE))
#define offcy_multiply_onto(LEFT, VARIABLE) PyNumber_Multiply(LEFT, *(VARIABLE))
#define offcy_in_place_add_onto(LEFT, VARIABLE) PyNumber_InPlaceAdd(LEFT, *(VARIABLE))
#define offcy_in_place_subtract_onto(LEFT, VARIABLE) PyNumber_InPlaceSubtract(LEFT, *(VARIABLE))
#define offcy_in_place_multiply_onto(LEFT, VARIABLE) PyNumber_InPlaceMultiply(LEFT, *(VARIABLE))
#define offcy_int offcy_object_from_signed
#define offcy_add_to(VARIABLE, MORE) PyNumber_InPlaceAdd(*(VARIABLE), MORE)
#define offcy_subtract_from(VARIABLE, LESS) PyNumber_InPlaceSubtract(*(VARIABLE), LESS)
#define offcy_format(VALUE) PyObject_Format(VALUE, NULL)
#define offcy_str PyObject_Str
#define offcy_true_divide PyNumber_TrueDivide
#define offcy_floor_divide PyNumber_FloorDivide
#define offcy_modulo PyNumber_Remainder
#define offcy_shift_left PyNumber_Lshift
#define offcy_shift_right PyNumber_Rshift
#define offcy_bit_and PyNumber_And
#define offcy_bit_or PyNumber_Or
#define offcy_bit_xor PyNumber_Xor
#define offcy_in_place_true_divide PyNumber_InPlaceTrueDivide
#define offcy_in_place_floor_divide PyNumber_InPlaceFloorDivide
#define offcy_in_place_modulo PyNumber_InPlaceRemainder
#define offcy_in_place_shift_left PyNumber_InPlaceLshift
#define offcy_in_place_shift_right PyNumber_InPlaceRshift
#define offcy_in_place_bit_and PyNumber_InPlaceAnd
#define offcy_in_place_bit_or PyNumber_InPlaceOr
#define offcy_in_place_bit_xor PyNumber_InPlaceXor
#define offcy_power(LEFT, RIGHT) PyNumber_Power(LEFT, RIGHT, Py_None)
#define offcy_in_place_power(LEFT, RIGHT) PyNumber_InPlacePower(LEFT, RIGHT, Py_None)
#define offcy_absolute PyNumber_Absolute
#define offcy_truth offcy_bint_from_object

static inline int offcy_holds(PyObject *left, PyObject *right, int op)
{
    return offcy_truth_of(PyObject_RichCompare(left, right, op));
}

#define offcy_holds_of_texts offcy_holds
#define offcy_holds_of_others offcy_holds

#define offcy_get_nth offcy_sequence_item
#define offcy_set_nth offcy_sequence_set_item
#define offcy_give_nth(OBJECT, AT, VARIABLE) offcy_sequence_set_item(OBJECT, AT, *(VARIABLE))
#define offcy_contains PySequence_Contains
#define offcy_contains_number(CONTAINER, ITEM, COUNT, ...) PySequence_Contains(CONTAINER, ITEM)
#define offcy_list_add PyList_Append
#define offcy_begin_items PyObject_GetIter
#define offcy_length PyObject_Size
#define offcy_length_of_text PyObject_Size
#define offcy_length_of_bytes PyObject_Size
#define offcy_length_of_list PyObject_Size
#define offcy_length_of_tuple PyObject_Size
#define offcy_length_of_dict PyObject_Size
#define offcy_length_of_set PyObject_Size

#define offcy_add PyNumber_Add
#define offcy_subtract PyNumber_Subtract
#define offcy_multiply PyNumber_Multiply
#define offcy_in_place_add PyNumber_InPlaceAdd
#define offcy_in_place_subtract PyNumber_InPlaceSubtract
#define offcy_in_place_multiply PyNumber_InPlaceMultiply
#define offcy_compare PyObject_RichCompare
#define offcy_get_item PyObject_GetItem
#define offcy_set_item PyObject_SetItem
#define offcy_give_item(OBJECT, KEY, VARIABLE) PyObject_SetItem(OBJECT, KEY, *(VARIABLE))
#define offcy_call_one PyObject_CallOneArg
#define offcy_call_none PyObject_CallNoArgs
#define OFFCY_CALL(CALLABLE, ...)                                                          \
    PyObject_Vectorcall(CALLABLE, (PyObject *[]){__VA_ARGS__},                             \
                        sizeof(PyObject *[]){__VA_ARGS__} / sizeof(PyObject *), NULL)
#define OFFCY_CALL_METHOD(NAME, ...)                                                             \
    PyObject_VectorcallMethod(NAME, (PyObject *[]){__VA_ARGS__},                                 \
                              sizeof(PyObject *[]){__VA_ARGS__} / sizeof(PyObject *), NULL)
#define offcy_append PyObject_CallMethodOneArg
#define offcy_digits(VALUE) PyUnicode_FromFormat("%lld", (long long)(VALUE))
#define offcy_extend PyObject_CallMethodOneArg
#define offcy_float PyNumber_Float
#define offcy_whole PyNumber_Long
OFFCY_HIDDEN int offcy_float_of_any(double *value, PyObject *object);
#define offcy_float_of offcy_float_of_any
static inline PyObject **offcy_items_of(PyObject *sequence, Py_ssize_t count)
{
    (void)sequence; (void)count;
    return NULL;
}
#define offcy_unpack_pair(SEQUENCE, FIRST, SECOND) offcy_unpack(SEQUENCE, 2, FIRST, SECOND)
#define offcy_unpack_three(SEQUENCE, FIRST, SECOND, THIRD) offcy_unpack(SEQUENCE, 3, FIRST, SECOND, THIRD)
#define offcy_next(ITERATOR, AT) ((void)(AT), PyIter_Next(ITERATOR))
#define offcy_next_number offcy_next
#define offcy_iterator_failed(ITERATOR) ((void)(ITERATOR), PyErr_Occurred() != NULL)
#define OFFCY_LOAD_NAME(GLOBALS, NAME) offcy_load_name(GLOBALS, NAME)

static inline PyObject *offcy_get_or(PyObject *object, PyObject *name, PyObject *key, PyObject *otherwise)
{
    return PyObject_VectorcallMethod(name, (PyObject *[]){object, key, otherwise}, 3, NULL);
}

#endif
