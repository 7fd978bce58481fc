# What offcy knows about Python's integers in C.

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t

cdef extern from "Python.h":
    bint PyLong_Check(object o)
    bint PyLong_CheckExact(object o)
    object PyLong_FromLong(long value)
    object PyLong_FromUnsignedLong(unsigned long value)
    object PyLong_FromSsize_t(Py_ssize_t value)
    object PyLong_FromSize_t(size_t value)
    object PyLong_FromLongLong(long long value)
    object PyLong_FromUnsignedLongLong(unsigned long long value)
    object PyLong_FromDouble(double value)
    object PyLong_FromString(const char *text, char **end, int base)
    object PyLong_FromUnicodeObject(object text, int base)
    object PyLong_FromVoidPtr(void *pointer)
    long PyLong_AsLong(object o) except? -1
    long PyLong_AsLongAndOverflow(object o, int *overflow) except? -1
    long long PyLong_AsLongLongAndOverflow(object o, int *overflow) except? -1
    Py_ssize_t PyLong_AsSsize_t(object o) except? -1
    unsigned long PyLong_AsUnsignedLong(object o) except? -1
    long long PyLong_AsLongLong(object o) except? -1
    unsigned long long PyLong_AsUnsignedLongLong(object o) except? -1
    unsigned long PyLong_AsUnsignedLongMask(object o) except? -1
    unsigned long long PyLong_AsUnsignedLongLongMask(object o) except? -1
    double PyLong_AsDouble(object o) except? -1.0
    void *PyLong_AsVoidPtr(object o) except? NULL

    ctypedef long long PY_LONG_LONG "long long"
    ctypedef unsigned long long uPY_LONG_LONG "unsigned long long"
    # Python 3.13's.
    const int Py_ASNATIVEBYTES_DEFAULTS, Py_ASNATIVEBYTES_BIG_ENDIAN, Py_ASNATIVEBYTES_LITTLE_ENDIAN
    const int Py_ASNATIVEBYTES_NATIVE_ENDIAN, Py_ASNATIVEBYTES_UNSIGNED_BUFFER, Py_ASNATIVEBYTES_REJECT_NEGATIVE
    const int Py_ASNATIVEBYTES_ALLOW_INDEX
    object PyLong_FromNativeBytes(const void *bytes, size_t size, int flags)
    object PyLong_FromUnsignedNativeBytes(const void *bytes, size_t size, int flags)
    Py_ssize_t PyLong_AsNativeBytes(object o, void *to, Py_ssize_t size, int flags) except -1

    # Python 3.14's.
    int PyLong_AsInt32(object o, int32_t *to) except -1
    int PyLong_AsInt64(object o, int64_t *to) except -1
    int PyLong_AsUInt32(object o, uint32_t *to) except -1
    int PyLong_AsUInt64(object o, uint64_t *to) except -1
