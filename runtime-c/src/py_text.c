/* C strings as Python texts, and the other way round. */
#include "offcy_py.h"
#include <string.h>

static Py_ssize_t length_from(const char *text, Py_ssize_t start, Py_ssize_t stop)
{
    return stop == OFFCY_END ? (Py_ssize_t)strlen(text + start) : stop - start;
}

PyObject *offcy_bytes_of(const void *text, Py_ssize_t start, Py_ssize_t stop)
{
    return PyBytes_FromStringAndSize((const char *)text + start, length_from(text, start, stop));
}

PyObject *offcy_byte(long long number)
{
    if (number < 0 || number > UCHAR_MAX) {
        PyErr_SetString(PyExc_OverflowError, "value too large to pack into a byte");
        return NULL;
    }
    char byte = (char)number;
    return PyBytes_FromStringAndSize(&byte, 1);
}

PyObject *offcy_bytearray_of(const void *text, Py_ssize_t start, Py_ssize_t stop)
{
    return PyByteArray_FromStringAndSize((const char *)text + start, length_from(text, start, stop));
}

PyObject *offcy_decode(const void *text, Py_ssize_t start, Py_ssize_t stop, const char *encoding,
                       const char *errors)
{
    if (start < 0 || stop < 0 || stop == OFFCY_END) {
        const Py_ssize_t length = (Py_ssize_t)strlen(text);
        if (start < 0 && (start += length) < 0)
            start = 0;
        if (stop == OFFCY_END)
            stop = length;
        else if (stop < 0)
            stop += length;
    }
    if (stop <= start)
        return PyUnicode_FromStringAndSize(NULL, 0);
    return PyUnicode_Decode((const char *)text + start, stop - start, encoding, errors);
}

int offcy_string_from_text(void *value, PyObject *object, bool is_ascii)
{
    if (!PyUnicode_Check(object))
        return offcy_string_from_object(value, NULL, object);
    Py_ssize_t length;
    const char *text = PyUnicode_AsUTF8AndSize(object, &length);
    if (text == NULL)
        return -1;
    /* The characters of a text that is ASCII are its bytes. */
    if (is_ascii && PyUnicode_GetLength(object) != length) {
        Py_XDECREF(PyUnicode_AsASCIIString(object));
        return -1;
    }
    memcpy(value, &text, sizeof text);
    return 0;
}

static int fail_none(void)
{
    PyErr_SetString(PyExc_TypeError, "'NoneType' object is not subscriptable");
    return -1;
}

/* `index` counted from the start; -1 with an exception if there is no such element. */
static Py_ssize_t placed(Py_ssize_t index, Py_ssize_t length, const char *refusal)
{
    if (index < 0)
        index += length;
    if (OFFCY_LIKELY(index >= 0 && index < length))
        return index;
    PyErr_SetString(PyExc_IndexError, refusal);
    return -1;
}

int offcy_any_letter_at(uint32_t *value, PyObject *text, Py_ssize_t index)
{
    if (text == Py_None)
        return fail_none();
    const Py_ssize_t place = placed(index, PyUnicode_GetLength(text), "string index out of range");
    if (place < 0)
        return -1;
    *value = PyUnicode_ReadChar(text, place);
    return 0;
}

int offcy_any_byte_at(int *value, PyObject *bytes, Py_ssize_t index)
{
    if (bytes == Py_None)
        return fail_none();
    const Py_ssize_t place = placed(index, PyBytes_Size(bytes), "string index out of range");
    if (place < 0)
        return -1;
    *value = (unsigned char)PyBytes_AsString(bytes)[place];
    return 0;
}

int offcy_any_bytearray_at(int *value, PyObject *bytes, Py_ssize_t index)
{
    if (bytes == Py_None)
        return fail_none();
    const Py_ssize_t place = placed(index, PyByteArray_Size(bytes), "bytearray index out of range");
    if (place < 0)
        return -1;
    *value = (unsigned char)PyByteArray_AsString(bytes)[place];
    return 0;
}

int offcy_letter_from_object(uint32_t *value, PyObject *object, const char *type)
{
    if (PyUnicode_Check(object)) {
        const Py_ssize_t length = PyUnicode_GetLength(object);
        if (length != 1) {
            PyErr_Format(PyExc_ValueError,
                         "only single character unicode strings can be converted to %s, got length %zd", type,
                         length);
            return -1;
        }
        *value = PyUnicode_ReadChar(object, 0);
        return 0;
    }
    long number;
    if (offcy_long_from_object(&number, object) < 0)
        return -1;
    if (number < 0) {
        PyErr_Format(PyExc_OverflowError, "cannot convert negative value to %s", type);
        return -1;
    }
    if (number > 0x10ffff) {
        PyErr_Format(PyExc_OverflowError, "value too large to convert to %s", type);
        return -1;
    }
    *value = (uint32_t)number;
    return 0;
}

int offcy_set_any_byte(PyObject *bytes, Py_ssize_t index, long long value)
{
    PyObject *key = PyLong_FromSsize_t(index), *item = PyLong_FromLongLong(value);
    const int status = key != NULL && item != NULL ? PyObject_SetItem(bytes, key, item) : -1;
    Py_XDECREF(key);
    Py_XDECREF(item);
    return status;
}

static int is_none(PyObject *text)
{
    if (text == Py_None)
        PyErr_SetString(PyExc_TypeError, "argument of type 'NoneType' is not iterable");
    return text == Py_None;
}

#ifndef Py_LIMITED_API
/* `[0][width][d|x|X|o]` */
typedef struct number_format {
    bool has_zeros;
    int width;
    unsigned base;
    bool is_upper;
} number_format;

enum { WIDEST = 60 };

static bool read_number_format(const char *text, number_format *format)
{
    *format = (number_format){.has_zeros = *text == '0', .base = 10};
    for (; *text >= '0' && *text <= '9'; text++)
        if ((format->width = 10 * format->width + (*text - '0')) > WIDEST)
            return false;
    if (*text == 'x' || *text == 'X' || *text == 'o') {
        format->base = *text == 'o' ? 8 : 16;
        format->is_upper = *text == 'X';
    }
    if (format->base != 10 || *text == 'd')
        text++;
    return *text == '\0';
}

static PyObject *formatted_number(long long number, const number_format *format)
{
    char text[WIDEST + 32], *const end = text + sizeof text, *begin = end;
    const bool is_negative = number < 0;
    unsigned long long rest = is_negative ? 0 - (unsigned long long)number : (unsigned long long)number;
    const char *digits = format->is_upper ? "0123456789ABCDEF" : "0123456789abcdef";
    do
        *--begin = digits[rest % format->base];
    while ((rest /= format->base) != 0);
    while (format->has_zeros && end - begin < format->width - is_negative)
        *--begin = '0';
    if (is_negative)
        *--begin = '-';
    while (end - begin < format->width)
        *--begin = ' ';
    PyObject *made = PyUnicode_New(end - begin, 127);
    if (made != NULL)
        memcpy(PyUnicode_1BYTE_DATA(made), begin, (size_t)(end - begin));
    return made;
}

PyObject *offcy_format_as(PyObject *value, PyObject *format)
{
    int overflow = 0;
    number_format how;
    if (PyLong_CheckExact(value) && PyUnicode_CheckExact(format) && PyUnicode_IS_COMPACT_ASCII(format) &&
        read_number_format((const char *)PyUnicode_1BYTE_DATA(format), &how)) {
        const long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
        if (overflow == 0)
            return formatted_number(number, &how);
    }
    return PyObject_Format(value, format);
}
#endif

#ifdef Py_LIMITED_API
int offcy_letter_is(uint32_t letter, const char *method)
{
    PyObject *text = PyUnicode_FromOrdinal((int)letter);
    PyObject *found = text != NULL ? PyObject_CallMethod(text, method, NULL) : NULL;
    const int status = found != NULL ? found == Py_True : -1;
    Py_XDECREF(found);
    Py_XDECREF(text);
    return status;
}
#endif

int offcy_text_has(PyObject *text, uint32_t letter)
{
    if (is_none(text))
        return -1;
    const Py_ssize_t place = PyUnicode_FindChar(text, letter, 0, PyUnicode_GetLength(text), 1);
    return place == -2 ? -1 : place >= 0;
}

int offcy_bytes_have(PyObject *bytes, char letter)
{
    if (is_none(bytes))
        return -1;
    return memchr(PyBytes_AsString(bytes), letter, (size_t)PyBytes_Size(bytes)) != NULL;
}

int offcy_bytearray_has(PyObject *bytes, char letter)
{
    if (is_none(bytes))
        return -1;
    return memchr(PyByteArray_AsString(bytes), letter, (size_t)PyByteArray_Size(bytes)) != NULL;
}
