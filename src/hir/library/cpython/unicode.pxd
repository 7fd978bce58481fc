# What offcy knows about Python's text in C.

from libc.stddef cimport wchar_t

cdef extern from "Python.h":
    bint PyUnicode_Check(object o)
    bint PyUnicode_CheckExact(object o)
    Py_ssize_t PyUnicode_GetLength(object text) except -1
    Py_ssize_t PyUnicode_GET_LENGTH(object text)
    int PyUnicode_KIND(object text)
    void *PyUnicode_DATA(object text)
    object PyUnicode_FromString(const char *utf8)
    object PyUnicode_FromStringAndSize(const char *utf8, Py_ssize_t size)
    object PyUnicode_FromFormat(const char *format, ...)
    object PyUnicode_FromObject(object o)
    object PyUnicode_FromOrdinal(int ordinal)
    object PyUnicode_FromEncodedObject(object o, const char *encoding, const char *errors)
    object PyUnicode_FromKindAndData(int kind, const void *buffer, Py_ssize_t size)
    object PyUnicode_InternFromString(const char *text)
    const char *PyUnicode_AsUTF8(object text) except NULL
    const char *PyUnicode_AsUTF8AndSize(object text, Py_ssize_t *size) except NULL
    object PyUnicode_Concat(object left, object right)
    list PyUnicode_Split(object text, object separator, Py_ssize_t most)
    list PyUnicode_Splitlines(object text, bint keep_ends)
    object PyUnicode_Join(object separator, object items)
    object PyUnicode_Replace(object text, object old, object by, Py_ssize_t most)
    object PyUnicode_Format(object format, object arguments)
    object PyUnicode_Substring(object text, Py_ssize_t start, Py_ssize_t end)
    Py_ssize_t PyUnicode_Find(object text, object part, Py_ssize_t start, Py_ssize_t end, int way) except? -2
    Py_ssize_t PyUnicode_Count(object text, object part, Py_ssize_t start, Py_ssize_t end) except -1
    bint PyUnicode_Tailmatch(object text, object part, Py_ssize_t start, Py_ssize_t end, int way) except -1
    int PyUnicode_Compare(object left, object right) except? -1
    int PyUnicode_CompareWithASCIIString(object text, const char *ascii)
    object PyUnicode_RichCompare(object left, object right, int op)
    bint PyUnicode_Contains(object container, object part) except -1
    object PyUnicode_Decode(const char *text, Py_ssize_t size, const char *encoding, const char *errors)
    object PyUnicode_DecodeUTF8(const char *text, Py_ssize_t size, const char *errors)
    object PyUnicode_DecodeLatin1(const char *text, Py_ssize_t size, const char *errors)
    object PyUnicode_DecodeASCII(const char *text, Py_ssize_t size, const char *errors)
    object PyUnicode_AsEncodedString(object text, const char *encoding, const char *errors)
    bytes PyUnicode_AsUTF8String(object text)
    bytes PyUnicode_AsUTF16String(object text)
    bytes PyUnicode_AsUTF32String(object text)
    bytes PyUnicode_AsLatin1String(object text)
    bytes PyUnicode_AsASCIIString(object text)
    bytes PyUnicode_AsUnicodeEscapeString(object text)
    bytes PyUnicode_AsRawUnicodeEscapeString(object text)
    object PyUnicode_New(Py_ssize_t length, Py_UCS4 most)
    Py_ssize_t PyUnicode_CopyCharacters(object to, Py_ssize_t at, object source, Py_ssize_t start, Py_ssize_t count) except -1
    Py_ssize_t PyUnicode_Fill(object text, Py_ssize_t start, Py_ssize_t length, Py_UCS4 character) except -1
    int PyUnicode_WriteChar(object text, Py_ssize_t at, Py_UCS4 character) except -1
    Py_UCS4 PyUnicode_ReadChar(object text, Py_ssize_t at) except? <Py_UCS4>-1
    Py_ssize_t PyUnicode_FindChar(object text, Py_UCS4 character, Py_ssize_t start, Py_ssize_t end, int way) except? -2
    bint PyUnicode_IsIdentifier(object text)
    object PyUnicode_Translate(object text, object table, const char *errors)
    object PyUnicode_DecodeUTF8Stateful(const char *text, Py_ssize_t size, const char *errors, Py_ssize_t *consumed)
    object PyUnicode_DecodeUTF16(const char *text, Py_ssize_t size, const char *errors, int *order)
    object PyUnicode_DecodeUnicodeEscape(const char *text, Py_ssize_t size, const char *errors)
    object PyUnicode_DecodeRawUnicodeEscape(const char *text, Py_ssize_t size, const char *errors)

    ctypedef unsigned char Py_UCS1
    ctypedef unsigned short Py_UCS2
    enum:
        PyUnicode_1BYTE_KIND
        PyUnicode_2BYTE_KIND
        PyUnicode_4BYTE_KIND
    Py_UCS1 *PyUnicode_1BYTE_DATA(object text)
    Py_UCS2 *PyUnicode_2BYTE_DATA(object text)
    Py_UCS4 *PyUnicode_4BYTE_DATA(object text)
    Py_UCS4 PyUnicode_READ(int kind, void *data, Py_ssize_t at)
    Py_UCS4 PyUnicode_READ_CHAR(object text, Py_ssize_t at)
    void PyUnicode_WRITE(int kind, void *data, Py_ssize_t at, Py_UCS4 character)
    Py_UCS4 PyUnicode_MAX_CHAR_VALUE(object text)

    bint Py_UNICODE_ISALNUM(Py_UCS4 character)
    bint Py_UNICODE_ISALPHA(Py_UCS4 character)
    bint Py_UNICODE_ISDECIMAL(Py_UCS4 character)
    bint Py_UNICODE_ISDIGIT(Py_UCS4 character)
    bint Py_UNICODE_ISLINEBREAK(Py_UCS4 character)
    bint Py_UNICODE_ISLOWER(Py_UCS4 character)
    bint Py_UNICODE_ISNUMERIC(Py_UCS4 character)
    bint Py_UNICODE_ISPRINTABLE(Py_UCS4 character)
    bint Py_UNICODE_ISSPACE(Py_UCS4 character)
    bint Py_UNICODE_ISTITLE(Py_UCS4 character)
    bint Py_UNICODE_ISUPPER(Py_UCS4 character)
    Py_UCS4 Py_UNICODE_TOLOWER(Py_UCS4 character)
    Py_UCS4 Py_UNICODE_TOUPPER(Py_UCS4 character)
    Py_UCS4 Py_UNICODE_TOTITLE(Py_UCS4 character)
    int Py_UNICODE_TODECIMAL(Py_UCS4 character)
    int Py_UNICODE_TODIGIT(Py_UCS4 character)
    double Py_UNICODE_TONUMERIC(Py_UCS4 character)
    Py_UCS4 *PyUnicode_AsUCS4(object text, Py_UCS4 *to, Py_ssize_t size, int adds_null) except NULL
    Py_UCS4 *PyUnicode_AsUCS4Copy(object text) except NULL
    object PyUnicode_FromWideChar(const wchar_t *text, Py_ssize_t size)
    Py_ssize_t PyUnicode_AsWideChar(object text, wchar_t *to, Py_ssize_t size) except -1
    wchar_t *PyUnicode_AsWideCharString(object text, Py_ssize_t *size) except NULL
    object PyUnicode_DecodeUTF16Stateful(const char *text, Py_ssize_t size, const char *errors, int *order,
                                         Py_ssize_t *consumed)
    object PyUnicode_DecodeCharmap(const char *text, Py_ssize_t size, object mapping, const char *errors)
    object PyUnicode_AsCharmapString(object text, object mapping)
