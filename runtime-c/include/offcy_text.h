/* C strings as Python texts, and the other way round. */
#ifndef OFFCY_TEXT_H
#define OFFCY_TEXT_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* The end of a part of a C string that goes to the string's end. */
#define OFFCY_END PY_SSIZE_T_MAX

/* The bytes of one, which the number must fit. */
OFFCY_HIDDEN PyObject *offcy_byte(long long number);

/* `text[start:stop]`; the bounds are used unchanged. */
OFFCY_HIDDEN PyObject *offcy_bytes_of(const void *text, Py_ssize_t start, Py_ssize_t stop);
OFFCY_HIDDEN PyObject *offcy_bytearray_of(const void *text, Py_ssize_t start, Py_ssize_t stop);

/* `text[start:stop].decode(encoding, errors)`: bounds below zero count from the end of the string. `encoding` may be
 * NULL (UTF-8), and `errors` ("strict"). */
OFFCY_HIDDEN PyObject *offcy_decode(const void *text, Py_ssize_t start, Py_ssize_t stop, const char *encoding,
                                    const char *errors);

/* `offcy_string_from_object` that also takes a `str`, whose UTF-8 it borrows; `is_ascii`: UnicodeEncodeError if it
 * has other characters. */
OFFCY_HIDDEN int offcy_string_from_text(void *value, PyObject *object, bool is_ascii);

/* A character of a `str`: from a number, or from a text of one character. */
OFFCY_HIDDEN int offcy_letter_from_object(uint32_t *value, PyObject *object, const char *type);
#define offcy_ucs4_from_object(VALUE, OBJECT) offcy_letter_from_object(VALUE, OBJECT, "Py_UCS4")
#define offcy_unicode_from_object(VALUE, OBJECT) offcy_letter_from_object(VALUE, OBJECT, "Py_UNICODE")

/* `text[index]`; an index below zero counts from the end. */
OFFCY_HIDDEN int offcy_any_letter_at(uint32_t *value, PyObject *text, Py_ssize_t index);
static inline int offcy_letter_at(uint32_t *value, PyObject *text, Py_ssize_t index)
{
#ifndef Py_LIMITED_API
    if (PyUnicode_CheckExact(text) && (size_t)index < (size_t)PyUnicode_GET_LENGTH(text)) {
        *value = PyUnicode_READ_CHAR(text, index);
        return 0;
    }
#endif
    return offcy_any_letter_at(value, text, index);
}

OFFCY_HIDDEN int offcy_any_byte_at(int *value, PyObject *bytes, Py_ssize_t index);
static inline int offcy_byte_at(int *value, PyObject *bytes, Py_ssize_t index)
{
#ifndef Py_LIMITED_API
    if (PyBytes_CheckExact(bytes) && (size_t)index < (size_t)PyBytes_GET_SIZE(bytes)) {
        *value = (unsigned char)PyBytes_AS_STRING(bytes)[index];
        return 0;
    }
#endif
    return offcy_any_byte_at(value, bytes, index);
}

OFFCY_HIDDEN int offcy_any_bytearray_at(int *value, PyObject *bytes, Py_ssize_t index);
static inline int offcy_bytearray_at(int *value, PyObject *bytes, Py_ssize_t index)
{
#if !defined(Py_LIMITED_API) && !defined(Py_GIL_DISABLED)
    if (PyByteArray_CheckExact(bytes) && (size_t)index < (size_t)PyByteArray_GET_SIZE(bytes)) {
        *value = (unsigned char)PyByteArray_AS_STRING(bytes)[index];
        return 0;
    }
#endif
    return offcy_any_bytearray_at(value, bytes, index);
}

/* The same of what has a letter or a byte there. */
#ifndef Py_LIMITED_API
static inline uint32_t offcy_nth_letter(PyObject *text, Py_ssize_t at) { return PyUnicode_READ_CHAR(text, at); }
static inline unsigned char offcy_nth_byte(PyObject *bytes, Py_ssize_t at)
{
    return (unsigned char)PyBytes_AS_STRING(bytes)[at];
}
#else
static inline uint32_t offcy_nth_letter(PyObject *text, Py_ssize_t at) { return PyUnicode_ReadChar(text, at); }
static inline unsigned char offcy_nth_byte(PyObject *bytes, Py_ssize_t at)
{
    return (unsigned char)PyBytes_AsString(bytes)[at];
}
#endif

/* `bytes[index] = value` of a `bytearray`. */
OFFCY_HIDDEN int offcy_set_any_byte(PyObject *bytes, Py_ssize_t index, long long value);
static inline int offcy_set_byte(PyObject *bytes, Py_ssize_t index, long long value)
{
#if !defined(Py_LIMITED_API) && !defined(Py_GIL_DISABLED)
    if (PyByteArray_CheckExact(bytes) && (size_t)index < (size_t)PyByteArray_GET_SIZE(bytes) &&
        (unsigned long long)value <= UCHAR_MAX) {
        PyByteArray_AS_STRING(bytes)[index] = (char)value;
        return 0;
    }
#endif
    return offcy_set_any_byte(bytes, index, value);
}

/* What the methods of a text say of a character: 1, 0, or -1 with an exception. */
#ifndef Py_LIMITED_API
static inline int offcy_letter_isalnum(uint32_t letter) { return Py_UNICODE_ISALNUM(letter) != 0; }
static inline int offcy_letter_isalpha(uint32_t letter) { return Py_UNICODE_ISALPHA(letter) != 0; }
static inline int offcy_letter_isdecimal(uint32_t letter) { return Py_UNICODE_ISDECIMAL(letter) != 0; }
static inline int offcy_letter_isdigit(uint32_t letter) { return Py_UNICODE_ISDIGIT(letter) != 0; }
static inline int offcy_letter_islower(uint32_t letter) { return Py_UNICODE_ISLOWER(letter) != 0; }
static inline int offcy_letter_isnumeric(uint32_t letter) { return Py_UNICODE_ISNUMERIC(letter) != 0; }
static inline int offcy_letter_isprintable(uint32_t letter) { return Py_UNICODE_ISPRINTABLE(letter) != 0; }
static inline int offcy_letter_isspace(uint32_t letter) { return Py_UNICODE_ISSPACE(letter) != 0; }
static inline int offcy_letter_istitle(uint32_t letter) { return Py_UNICODE_ISTITLE(letter) || Py_UNICODE_ISUPPER(letter); }
static inline int offcy_letter_isupper(uint32_t letter) { return Py_UNICODE_ISUPPER(letter) != 0; }
#else
OFFCY_HIDDEN int offcy_letter_is(uint32_t letter, const char *method);
#define offcy_letter_isalnum(LETTER) offcy_letter_is(LETTER, "isalnum")
#define offcy_letter_isalpha(LETTER) offcy_letter_is(LETTER, "isalpha")
#define offcy_letter_isdecimal(LETTER) offcy_letter_is(LETTER, "isdecimal")
#define offcy_letter_isdigit(LETTER) offcy_letter_is(LETTER, "isdigit")
#define offcy_letter_islower(LETTER) offcy_letter_is(LETTER, "islower")
#define offcy_letter_isnumeric(LETTER) offcy_letter_is(LETTER, "isnumeric")
#define offcy_letter_isprintable(LETTER) offcy_letter_is(LETTER, "isprintable")
#define offcy_letter_isspace(LETTER) offcy_letter_is(LETTER, "isspace")
#define offcy_letter_istitle(LETTER) offcy_letter_is(LETTER, "istitle")
#define offcy_letter_isupper(LETTER) offcy_letter_is(LETTER, "isupper")
#endif

/* `f"{value:format}"` */
#ifndef Py_LIMITED_API
OFFCY_HIDDEN PyObject *offcy_format_as(PyObject *value, PyObject *format);
#else
#define offcy_format_as PyObject_Format
#endif

/* Whether a text has a character: 1, 0, or -1 with an exception. */
OFFCY_HIDDEN int offcy_text_has(PyObject *text, uint32_t letter);
OFFCY_HIDDEN int offcy_bytes_have(PyObject *bytes, char letter);
OFFCY_HIDDEN int offcy_bytearray_has(PyObject *bytes, char letter);

/* The text of one character. */
static inline PyObject *offcy_object_from_letter(uint32_t value) { return PyUnicode_FromOrdinal((int)value); }

#endif
