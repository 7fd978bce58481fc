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

OFFCY_HIDDEN int offcy_byte_at(int *value, PyObject *bytes, Py_ssize_t index);
OFFCY_HIDDEN int offcy_bytearray_at(int *value, PyObject *bytes, Py_ssize_t index);

/* Whether a text has a character: 1, 0, or -1 with an exception. */
OFFCY_HIDDEN int offcy_text_has(PyObject *text, uint32_t letter);
OFFCY_HIDDEN int offcy_bytes_have(PyObject *bytes, char letter);
OFFCY_HIDDEN int offcy_bytearray_has(PyObject *bytes, char letter);

/* The text of one character. */
static inline PyObject *offcy_object_from_letter(uint32_t value) { return PyUnicode_FromOrdinal((int)value); }

#endif
