# What offcy knows about Python's serialised values in C.

from libc.stdio cimport FILE

cdef extern from "marshal.h":
    const int Py_MARSHAL_VERSION

    void PyMarshal_WriteLongToFile(long value, FILE *file, int version)
    void PyMarshal_WriteObjectToFile(object value, FILE *file, int version)
    bytes PyMarshal_WriteObjectToString(object value, int version)
    long PyMarshal_ReadLongFromFile(FILE *file) except? -1
    int PyMarshal_ReadShortFromFile(FILE *file) except? -1
    object PyMarshal_ReadObjectFromFile(FILE *file)
    object PyMarshal_ReadLastObjectFromFile(FILE *file)
    object PyMarshal_ReadObjectFromString(const char *data, Py_ssize_t size)
