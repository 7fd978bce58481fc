/* Methods of texts and of bytes, where nobody has changed them: what offcy_quick.h declares. */
#include "offcy_py_state.h"

#include <string.h>

#ifndef Py_LIMITED_API
#define ARE_TEXTS(A, B) (PyUnicode_CheckExact(A) && PyUnicode_CheckExact(B))

/* Whether they are a text and a tuple of texts. */
static bool are_texts(PyObject *object, PyObject *parts)
{
    if (!PyUnicode_CheckExact(object) || !PyTuple_CheckExact(parts))
        return false;
    for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(parts); k++)
        if (!PyUnicode_CheckExact(PyTuple_GET_ITEM(parts, k)))
            return false;
    return true;
}

/* Whether a text begins (`end` is -1) or ends (1) with another: 1 or 0, -1 with an exception. */
static inline Py_ssize_t matches_at(PyObject *text, PyObject *part, int end)
{
    const int kind = PyUnicode_KIND(text);
    /* Letters may take more bytes in one of them; and texts of Python 3.11 may still have to be laid out. */
    if (kind != (int)PyUnicode_KIND(part) || kind == 0)
        return PyUnicode_Tailmatch(text, part, 0, PY_SSIZE_T_MAX, end);
    const Py_ssize_t size = PyUnicode_GET_LENGTH(text), wanted = PyUnicode_GET_LENGTH(part);
    if (wanted > size)
        return 0;
    const char *letters = (const char *)PyUnicode_DATA(text) + (end < 0 ? 0 : (size - wanted) * kind);
    return memcmp(letters, PyUnicode_DATA(part), (size_t)(wanted * kind)) == 0;
}
#else
#define ARE_TEXTS(A, B) false
#define matches_at(TEXT, PART, END) PyUnicode_Tailmatch(TEXT, PART, 0, PY_SSIZE_T_MAX, END)
#define are_texts(OBJECT, PARTS) ((void)(OBJECT), (void)(PARTS), false)
#endif

static PyObject *has_at_end(PyObject *object, PyObject *name, PyObject *part, int end)
{
    Py_ssize_t found = 0;
    if (ARE_TEXTS(object, part)) {
        found = matches_at(object, part, end);
    } else if (are_texts(object, part)) {
        for (Py_ssize_t k = 0; found == 0 && k < PyTuple_Size(part); k++)
            found = matches_at(object, PyTuple_GetItem(part, k), end);
    } else {
        return PyObject_CallMethodOneArg(object, name, part);
    }
    return found < 0 ? NULL : PyBool_FromLong(found > 0);
}

PyObject *offcy_starts_with(PyObject *object, PyObject *name, PyObject *part)
{
    return has_at_end(object, name, part, -1);
}

PyObject *offcy_ends_with(PyObject *object, PyObject *name, PyObject *part)
{
    return has_at_end(object, name, part, 1);
}

PyObject *offcy_find_part(PyObject *object, PyObject *name, PyObject *part)
{
    if (!ARE_TEXTS(object, part))
        return PyObject_CallMethodOneArg(object, name, part);
    const Py_ssize_t place = PyUnicode_Find(object, part, 0, PyUnicode_GetLength(object), 1);
    return place < -1 ? NULL : PyLong_FromSsize_t(place);
}

PyObject *offcy_count_part(PyObject *object, PyObject *name, PyObject *part)
{
    if (!ARE_TEXTS(object, part))
        return PyObject_CallMethodOneArg(object, name, part);
    const Py_ssize_t count = PyUnicode_Count(object, part, 0, PY_SSIZE_T_MAX);
    return count < 0 ? NULL : PyLong_FromSsize_t(count);
}

#ifndef Py_LIMITED_API
#define IS_TEXT(TEXT, WORD)                                         \
    (PyUnicode_GET_LENGTH(TEXT) == (Py_ssize_t)sizeof(WORD) - 1 && \
     memcmp(PyUnicode_1BYTE_DATA(TEXT), WORD, sizeof(WORD) - 1) == 0)

/* The bytes by the codecs that programs have most, without a search for them; `encoding` is ASCII. */
static PyObject *decoded(const char *bytes, Py_ssize_t length, PyObject *encoding)
{
    if (encoding == NULL || IS_TEXT(encoding, "utf-8") || IS_TEXT(encoding, "utf8"))
        return PyUnicode_DecodeUTF8(bytes, length, NULL);
    if (IS_TEXT(encoding, "ascii"))
        return PyUnicode_DecodeASCII(bytes, length, NULL);
    if (IS_TEXT(encoding, "latin-1") || IS_TEXT(encoding, "latin1"))
        return PyUnicode_DecodeLatin1(bytes, length, NULL);
    return PyUnicode_Decode(bytes, length, PyUnicode_AsUTF8(encoding), NULL);
}

static PyObject *encoded(PyObject *text, PyObject *encoding)
{
    if (encoding == NULL || IS_TEXT(encoding, "utf-8") || IS_TEXT(encoding, "utf8"))
        return PyUnicode_AsUTF8String(text);
    if (IS_TEXT(encoding, "ascii"))
        return PyUnicode_AsASCIIString(text);
    return PyUnicode_AsEncodedString(text, PyUnicode_AsUTF8(encoding), NULL);
}

static bool is_encoding(PyObject *object)
{
    if (object == NULL)
        return true;
    return PyUnicode_CheckExact(object) && PyUnicode_IS_COMPACT_ASCII(object) &&
           strlen((const char *)PyUnicode_1BYTE_DATA(object)) == (size_t)PyUnicode_GET_LENGTH(object);
}
#endif

PyObject *offcy_decode_bytes(PyObject *bytes, PyObject *name, PyObject *encoding)
{
#ifndef Py_LIMITED_API
    if (PyBytes_CheckExact(bytes) && is_encoding(encoding))
        return decoded(PyBytes_AS_STRING(bytes), PyBytes_GET_SIZE(bytes), encoding);
#endif
    return encoding != NULL ? PyObject_CallMethodOneArg(bytes, name, encoding) : PyObject_CallMethodNoArgs(bytes, name);
}

PyObject *offcy_encode_text(PyObject *text, PyObject *name, PyObject *encoding)
{
#ifndef Py_LIMITED_API
    if (PyUnicode_CheckExact(text) && is_encoding(encoding))
        return encoded(text, encoding);
#endif
    return encoding != NULL ? PyObject_CallMethodOneArg(text, name, encoding) : PyObject_CallMethodNoArgs(text, name);
}
